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
  /** The first quantity of the process. */
  range: { name: string; value: string };
  hasLaser: boolean;
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
    range: first
      ? { name: first.name, value: values((row) => row.name === first.name && row.unit === first.unit) }
      : { name: "", value: "" },
    hasLaser: rows.some((row) => row.unit === "nm"),
  };
}
