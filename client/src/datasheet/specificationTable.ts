import type { DataSheetProductFragment, DataSheetRowFragment, SpecificationGroupKind } from "~/graph/generated/graphql";

import { plain } from "./plain";

/** A column of technical data: a variant, or the product itself with an empty name. */
export interface Column {
  name: string;
  rows: readonly DataSheetRowFragment[];
}

/** A row with the value of each column; empty for none. */
export interface TableRow {
  name: string;
  unit: string;
  values: string[];
}

export interface TableGroup {
  group: SpecificationGroupKind;
  rows: TableRow[];
}

/** The groups in the order of a data sheet. */
const order: readonly SpecificationGroupKind[] = ["PERFORMANCE", "MACHINE", "CONNECTIONS", "ENVIRONMENT", "FURTHER"];

/** The columns of a data sheet: one variant, all variants, or the product without variants. */
export function columnsOf(product: DataSheetProductFragment, variant: string): Column[] {
  const variants = product.variants.filter((v) => !variant || v.id === variant);
  if (variants.length === 0) return [{ name: "", rows: product.specifications }];
  return variants.map((v) => ({ name: v.name, rows: v.specifications }));
}

/** The rows of the columns by their groups. Values with the same name and unit form a row (CAT-34). */
export function groupRows(columns: readonly Column[]): TableGroup[] {
  const byGroup = new Map<SpecificationGroupKind, Map<string, TableRow>>();
  columns.forEach((column, i) => {
    for (const { name, unit, value, group } of column.rows) {
      const rows = byGroup.get(group) ?? new Map<string, TableRow>();
      byGroup.set(group, rows);
      const key = `${name}\n${unit ?? ""}`;
      const row = rows.get(key) ?? { name, unit: unit ?? "", values: columns.map(() => "") };
      rows.set(key, row);
      row.values[i] = value;
    }
  });
  return order.flatMap((group) => {
    const rows = byGroup.get(group);
    return rows ? [{ group, rows: [...rows.values()] }] : [];
  });
}

/** The dimensions of a machine. */
export interface Dimensions {
  /** The name of the column that they belong to. */
  column: string;
  /** Length, width and height as numbers and as they are written. */
  lengths: [number, number, number];
  texts: [string, string, string];
  unit: string;
}

/** The first dimensions with three lengths; undefined if there are none. */
export function dimensionsOf(columns: readonly Column[]): Dimensions | undefined {
  for (const { name, rows } of columns) {
    for (const row of rows) {
      const [l = 0, w = 0, h = 0, ...more] = row.lengths;
      const [a = "", b = "", c = ""] = plain(row.value)
        .split("×")
        .map((text) => text.trim());
      if (more.length === 0 && Math.min(l, w, h) > 0 && c)
        return { column: name, lengths: [l, w, h], texts: [a, b, c], unit: row.unit ?? "" };
    }
  }
  return undefined;
}
