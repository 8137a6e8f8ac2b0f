import type { DataSheetRowFragment } from "~/graph/generated/graphql";
import { plain } from "./plain";
import type { Column } from "./specificationTable";

/** The figures of a machine that the texts of its manual contain; empty for those that its record does not have. */
export interface ManualFigures {
  weight: string;
  noise: string;
  supply: string;
  power: string;
  pressure: string;
  air: string;
  temperature: string;
  /** The name and the value of the first quantity of the process. */
  rangeName: string;
  range: string;
  /** The wavelength of a laser. */
  laser: string;
}

/** Reads the figures by their units, since names differ in each language. Variants are separated by slashes. */
export function figuresOf(columns: readonly Column[]): ManualFigures {
  const rows = columns.flatMap((column) => column.rows);
  const values = (matches: (row: DataSheetRowFragment) => boolean) => {
    const found = rows.filter(matches);
    const unit = found[0]?.unit;
    return [[...new Set(found.map((row) => plain(row.value)))].join(" / "), unit].filter(Boolean).join("\u00a0");
  };
  const byUnit = (...units: string[]) => values((row) => units.includes(row.unit ?? ""));
  const first = rows.find((row) => row.group === "PERFORMANCE");
  return {
    weight: byUnit("kg", "lb"),
    noise: byUnit("dB(A)"),
    supply: values((row) => row.group === "CONNECTIONS" && !row.unit && /Hz/.test(row.value)),
    power: byUnit("kW", "kVA"),
    pressure: byUnit("bar", "psi"),
    air: byUnit("l/min", "Nl/min", "cfm"),
    temperature: byUnit("°C", "°F"),
    rangeName: first?.name ?? "",
    range: first ? values((row) => row.name === first.name && row.unit === first.unit) : "",
    laser: byUnit("nm"),
  };
}
