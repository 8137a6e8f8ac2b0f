// Rules: MACH-13, TICK-16.

import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { axe } from "jest-axe";
import type { MachineListFragment, MachineRowFragment } from "~/graph/generated/graphql";
import { GraphProvider } from "~/graph/GraphProvider";
import { renderWithGraph } from "../../../test/graph";
import { InventoryPage } from "./InventoryPage";

const north = { __typename: "TicketLocation", id: "n", name: "Works North", city: "Brno" } as const;

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
  order: "NAME",
  grouping: "NONE",
  orderOptions: ["NAME", "NEWEST"],
  groupingOptions: ["NONE", "LOCATION"],
  locationOptions: [{ __typename: "TicketLocationOption", location: north, selected: false }],
  productLineOptions: [],
  warrantyOptions: [{ __typename: "MachineCoverageOption", state: "ACTIVE", selected: false }],
  contractOptions: [{ __typename: "MachineCoverageOption", state: "NONE", selected: false }],
  isFiltered: false,
  resetUrl: "/en/mykomax/inventory",
  previousUrl: null,
  nextUrl: null,
  exportUrl: "/api/inventory/export?pass=p",
  maxImportBytes: 100,
  ...change,
});

const show = (change: Partial<MachineListFragment>) =>
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
  expect(screen.queryByRole("link", { name: "Export CSV" })).not.toBeInTheDocument();
  expect(screen.getByRole("link", { name: "Machines in use" })).toHaveAttribute("href", "/en/mykomax/inventory");
});

test("does not send a file that is too large", async () => {
  show({});
  await userEvent.click(screen.getByRole("button", { name: "Import CSV" }));
  const dialog = within(screen.getByRole("dialog", { name: "Import CSV" }));
  expect(dialog.getByText(/^The first line names the columns: Serial number, and Name and Location/)).toBeVisible();
  const file = dialog.getByLabelText<HTMLInputElement>("CSV file");
  await userEvent.upload(file, new File(["x".repeat(101)], "m.csv", { type: "text/csv" }));
  expect(file).toHaveAccessibleDescription("m.csv is larger than 100 bytes.");
  expect(file.validity.customError).toBe(true);
});
