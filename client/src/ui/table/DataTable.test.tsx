import { screen } from "@testing-library/react";
import { axe } from "jest-axe";
import { DataTable, splitNumber } from "./DataTable";
import { renderUi } from "../../../test/renderUi";

test.each([
  ["0.13", ["0", ".13"]],
  ["±0,02", ["±0", ",02"]],
  ["4200", ["4200", ""]],
  ["10 240", ["10 240", ""]],
  ["4,200", ["4,200", ""]],
  ["1.200.000,5", ["1.200.000", ",5"]],
  ["0.125", ["0", ".125"]],
  ["0.13–6", null],
  ["Ring M4", null],
])("splits the number %s", (text, parts) => {
  expect(splitNumber(text)).toEqual(parts);
});

const columns = [{ title: "Type" }, { title: "Force", unit: "N", numeric: true }];
const rows = [
  ["Ring", "22"],
  ["Flat", "108.5"],
];

test("has row and column headings, and the unit once", () => {
  renderUi(<DataTable caption="Forces" columns={columns} rows={rows} />);
  expect(screen.getByRole("table", { name: "Forces" })).toBeInTheDocument();
  expect(screen.getByRole("columnheader", { name: "Force N" })).toBeInTheDocument();
  expect(screen.getByRole("rowheader", { name: "Flat" })).toBeInTheDocument();
});

test("names the column at each cell of a table of texts, which is a block for each row on phones", () => {
  const texts = [{ title: "Name" }, { title: "Purpose" }, { title: "Kept for" }];
  renderUi(<DataTable columns={texts} rows={[["strand-locale", "The language", "400 days"]]} />);
  expect(screen.getByRole("cell", { name: "The language" })).toHaveAttribute("data-label", "Purpose");
  expect(screen.getByRole("rowheader", { name: "strand-locale" })).not.toHaveAttribute("data-label");
});

test("names the column of figures at the end of a table of texts", () => {
  const sites = [{ title: "Country" }, { title: "Purpose" }, { title: "Staff", numeric: true }];
  renderUi(<DataTable columns={sites} rows={[["Hungary", "Frames, training", "420"]]} />);
  expect(screen.getByRole("cell", { name: "420" })).toHaveAttribute("data-label", "Staff");
});

test("does not name the columns at each cell of a table of figures", () => {
  const figures = [...columns, { title: "Height", unit: "mm", numeric: true }, { title: "Note" }];
  renderUi(<DataTable columns={figures} rows={[["Ring", "22", "0.7", "tinned"]]} />);
  expect(screen.getByRole("cell", { name: "tinned" })).not.toHaveAttribute("data-label");
});

test("hides the padding of numbers from screen readers", () => {
  renderUi(<DataTable caption="Forces" columns={columns} rows={rows} />);
  expect(screen.getByRole("cell", { name: "22" })).toBeInTheDocument();
});

test("has no axe violations", async () => {
  const { container } = renderUi(<DataTable caption="Forces" columns={columns} rows={rows} note="Measured." />);
  expect(await axe(container)).toHaveNoViolations();
});
