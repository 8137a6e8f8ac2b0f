import type { DataSheetProductFragment, DataSheetRowFragment } from "~/graph/generated/graphql";
import { figuresOf } from "./manualFigures";
import { columnsOf, dimensionsOf, groupRows } from "./specificationTable";

// Rules: CAT-48, CAT-49.

const row = (
  name: string,
  value: string,
  unit: string | null,
  group: DataSheetRowFragment["group"],
  lengths: number[] = [],
): DataSheetRowFragment => ({ name, value, unit, group, lengths });

const size = row("Size", "4’200 × 1’350 × 1’975", "mm", "MACHINE", [4200, 1350, 1975]);
const product = {
  specifications: [row("Output", "10", "pcs/h", "PERFORMANCE")],
  variants: [
    { id: "a", name: "A", specifications: [row("Weight", "10", "kg", "MACHINE"), size] },
    {
      id: "b",
      name: "B",
      specifications: [row("Weight", "12", "kg", "MACHINE"), row("Air", "6", "bar", "CONNECTIONS")],
    },
  ],
} as unknown as DataSheetProductFragment;

test("has a column for each variant, or for one of them", () => {
  expect(columnsOf(product, "").map((column) => column.name)).toEqual(["A", "B"]);
  expect(columnsOf(product, "b").map((column) => column.name)).toEqual(["B"]);
  expect(columnsOf({ ...product, variants: [] }, "").map((column) => column.rows)).toEqual([product.specifications]);
});

test("groups rows with a value for each column", () => {
  expect(groupRows(columnsOf(product, ""))).toEqual([
    {
      group: "MACHINE",
      rows: [
        { name: "Weight", unit: "kg", values: ["10", "12"] },
        { name: "Size", unit: "mm", values: [size.value, ""] },
      ],
    },
    { group: "CONNECTIONS", rows: [{ name: "Air", unit: "bar", values: ["", "6"] }] },
  ]);
});

test("reads the dimensions as they are written", () => {
  expect(dimensionsOf(columnsOf(product, ""))).toEqual({
    column: "A",
    lengths: [4200, 1350, 1975],
    texts: ["4’200", "1’350", "1’975"],
    unit: "mm",
  });
  expect(dimensionsOf(columnsOf(product, "b"))).toBeUndefined();
});

test("reads the figures of a manual by their units", () => {
  const figures = figuresOf(columnsOf(product, ""));
  expect(figures).toMatchObject({ weight: "10 / 12\u00a0kg", pressure: "6\u00a0bar", noise: "", laser: "" });
});
