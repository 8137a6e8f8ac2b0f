// Rules: MACH-13, TICK-16.

import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { axe } from "jest-axe";
import type { MachineListFragment, MachineRowFragment } from "~/graph/generated/graphql";
import { GraphProvider } from "~/graph/GraphProvider";
import { recordingLink, renderWithGraph, type SentOperation } from "../../../test/graph";
import { InventoryPage } from "./InventoryPage";

const north = {
  __typename: "TicketLocation",
  id: "n",
  name: "Works North",
  city: "Brno",
  organization: "Nordkabel",
} as const;

const machine = (change: Partial<MachineRowFragment> = {}): MachineRowFragment => ({
  __typename: "Machine",
  id: "1",
  name: "Line 7",
  serialNumber: "A530-1",
  url: "/en/mykomax/inventory/1",
  product: {
    __typename: "Product",
    slug: "alpha-530",
    site: "main",
    locale: "en",
    name: "Alpha 530",
    image: { __typename: "Image", source: "/alpha.png", srcset: null },
  },
  location: north,
  warranty: { __typename: "MachineCoverage", state: "ACTIVE", name: null, until: "2030-03-01" },
  serviceContract: { __typename: "MachineCoverage", state: "EXPIRED", name: "Care Plus", until: "2020-03-01" },
  software: [{ __typename: "InstalledSoftware", packageId: "c", name: "Control", version: "1.2" }],
  hasUpdate: true,
  isRetired: false,
  retiredOn: null,
  ...change,
});

const list = (change: Partial<MachineListFragment> = {}): MachineListFragment => ({
  __typename: "MachineList",
  total: 1,
  totalIsExact: true,
  groups: [{ __typename: "MachineGroup", location: null, productLine: null, machines: [machine()] }],
  isRetired: false,
  text: "",
  hasUpdate: false,
  updateCount: null,
  order: "NAME",
  grouping: "NONE",
  orderOptions: ["NAME", "NEWEST"],
  groupingOptions: ["NONE", "LOCATION"],
  locationOptions: [{ __typename: "TicketLocationOption", location: north, selected: false, count: null }],
  productLineOptions: [],
  warrantyOptions: [{ __typename: "MachineCoverageOption", state: "ACTIVE", selected: false, count: 3 }],
  contractOptions: [{ __typename: "MachineCoverageOption", state: "NONE", selected: false, count: 0 }],
  isFiltered: false,
  resetUrl: "/en/mykomax/inventory",
  previousUrl: null,
  nextUrl: null,
  exportUrl: "/api/inventory/export?pass=p",
  maxImportBytes: 100,
  exportXlsxUrl: "/api/inventory/export?format=xlsx&pass=p",
  importTemplateUrl: "/api/inventory/template?format=csv",
  importTemplateXlsxUrl: "/api/inventory/template?format=xlsx",
  ...change,
});

const show = (change: Partial<MachineListFragment>, sent: SentOperation[] = []) =>
  renderWithGraph(
    <GraphProvider>
      <InventoryPage
        title="Inventory"
        list={list(change)}
        inventoryUrl="/en/mykomax/inventory"
        retiredUrl="/en/mykomax/inventory/old"
        onChanged={() => Promise.resolve()}
      />
    </GraphProvider>,
    (client) => client.setLink(recordingLink(sent)),
  );

test("shows a machine with picture, location, coverage and software", async () => {
  const { container } = show({});
  expect(screen.getByRole("link", { name: "Line 7" })).toHaveAttribute("href", "/en/mykomax/inventory/1");
  expect(screen.getAllByRole("cell").map(({ textContent }) => textContent)).toEqual([
    "",
    "Line 7Alpha 530",
    "A530-1",
    "Works North, Brno",
    "until Mar 1, 2030",
    "Care Plus, ended on Mar 1, 2020",
    "Update available",
  ]);
  expect(screen.getByText("1 machine")).toBeInTheDocument();
  expect(await axe(container)).toHaveNoViolations();
});

test("shows a machine without a catalogue product without a picture", () => {
  const one = machine({ product: null, hasUpdate: false });
  const { container } = show({
    groups: [{ __typename: "MachineGroup", location: null, productLine: null, machines: [one] }],
  });
  expect(screen.getByRole("link", { name: "Line 7" })).toBeInTheDocument();
  expect(container.querySelector("img")).toBeNull();
});

test("shows the date of retirement and no update mark for a retired machine", () => {
  const retired = machine({ isRetired: true, retiredOn: "2026-01-31" });
  show({
    isRetired: true,
    groups: [{ __typename: "MachineGroup", location: null, productLine: null, machines: [retired] }],
  });
  expect(screen.getByRole("cell", { name: "Jan 31, 2026" })).toBeInTheDocument();
  expect(screen.getByRole("cell", { name: /Control 1\.2/ })).toBeInTheDocument();
  expect(screen.queryByText("Update available")).not.toBeInTheDocument();
});

test("shows groups with headings and without a sort order", () => {
  show({
    grouping: "LOCATION",
    groups: [{ __typename: "MachineGroup", location: north, productLine: null, machines: [machine()] }],
  });
  expect(screen.getByRole("heading", { level: 2, name: "Works North, Brno" })).toBeInTheDocument();
  expect(within(screen.getByRole("table", { name: "Works North, Brno" })).getByText("Line 7")).toBeInTheDocument();
  expect(screen.queryByRole("combobox", { name: "Order" })).not.toBeInTheDocument();
});

test("shows that there are more machines than are counted", () => {
  show({ total: 1000, totalIsExact: false });
  expect(screen.getByText("More than 1,000 machines")).toBeInTheDocument();
});

test("offers no adding among retired machines, and shows an empty list", () => {
  show({ isRetired: true, total: 0, groups: [] });
  expect(screen.getByRole("status")).toHaveTextContent("No machine is retired.");
  expect(screen.queryByRole("button", { name: "Add a machine" })).not.toBeInTheDocument();
  expect(screen.queryByRole("link", { name: "Export as CSV" })).not.toBeInTheDocument();
  expect(screen.getByRole("link", { name: "Machines in use" })).toHaveAttribute("href", "/en/mykomax/inventory");
});

test("checks a file, then imports the lines without a problem", async () => {
  const sent: SentOperation[] = [];
  show({}, sent);
  await userEvent.click(screen.getByRole("button", { name: "Import from a file" }));
  const dialog = within(screen.getByRole("dialog", { name: "Import from a file" }));
  // In jsdom, a chosen file does not make a required field valid, and has no bytes.
  Blob.prototype.arrayBuffer = () => Promise.resolve(new ArrayBuffer(5));
  fireEvent.submit(dialog.getByLabelText("CSV or Excel file").closest("form") as HTMLFormElement);
  await waitFor(() => expect(sent).toHaveLength(1));
  const machine = { __typename: "ImportedMachine", line: 3, serialNumber: "A-1", name: "Press", location: "n" };
  const problem = { __typename: "ImportProblem", line: 2, code: "OWN", value: "A-0" };
  const answer = (index: number, payload: object) =>
    act(() => {
      sent[index]?.next({ importMachines: { __typename: "ImportPayload", ...payload } });
      sent[index]?.complete();
    });
  answer(0, { added: 0, machines: [machine], problems: [problem] });
  expect(await dialog.findByRole("alert")).toHaveTextContent(/^Nothing was added\. 1 problem/);
  const rows = dialog.getAllByRole("row").map((row) => Array.from(row.children, (cell) => cell.textContent).join("|"));
  expect(rows.slice(1)).toEqual([
    "2|This machine is in your inventory already. (A-0)",
    "3|A-1, Press, Works North, Brno|New",
  ]);
  await userEvent.click(dialog.getByRole("button", { name: "Import the 1 valid line" }));
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[0]?.variables).toMatchObject({ input: { checkOnly: true, skippedLines: [] } });
  expect(sent[1]?.variables).toMatchObject({ input: { checkOnly: false, skippedLines: [2] } });
  answer(1, { added: 1, machines: [machine], problems: [] });
  expect(await dialog.findByText("1 machine was added.")).toBeVisible();
});

test("does not send a file that is too large", async () => {
  show({});
  await userEvent.click(screen.getByRole("button", { name: "Import from a file" }));
  const dialog = within(screen.getByRole("dialog", { name: "Import from a file" }));
  expect(dialog.getByText(/^The first line names the columns: Serial number, and Name and Location/)).toBeVisible();
  const file = dialog.getByLabelText<HTMLInputElement>("CSV or Excel file");
  await userEvent.upload(file, new File(["x".repeat(101)], "m.csv", { type: "text/csv" }));
  expect(file).toHaveAccessibleDescription("m.csv is larger than 100\u00a0bytes.");
  expect(file.validity.customError).toBe(true);
});
