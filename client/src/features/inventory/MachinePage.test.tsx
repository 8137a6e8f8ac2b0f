// Rules: MACH-5.

import { useFragment } from "@apollo/client/react";
import { act, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { axe } from "jest-axe";
import { type MachineDetailFragment, MachineDetailFragmentDoc } from "~/graph/generated/graphql";
import { GraphProvider } from "~/graph/GraphProvider";
import { recordingLink, renderWithGraph, type SentOperation } from "../../../test/graph";
import { MachinePage } from "./MachinePage";

const north = { __typename: "TicketLocation", id: "n", name: "Works North", city: "Brno" } as const;
const south = { __typename: "TicketLocation", id: "s", name: "Works South", city: "Ulm" } as const;

const machine = (change: Partial<MachineDetailFragment> = {}): MachineDetailFragment => ({
  __typename: "Machine",
  id: "1",
  name: "Line 7",
  serialNumber: "A530-1",
  newTicketUrl: "/en/mykomax/tickets/newticket?machine=1",
  ticketsUrl: "/en/mykomax/tickets/list?serial=A530-1",
  labelUrl: "https://example.com/en/mykomax/inventory/1",
  labelQrCode: "data:image/png;base64,",
  product: null,
  location: north,
  deliveredOn: "2023-04-18",
  warranty: { __typename: "MachineCoverage", state: "NONE", name: null, until: null },
  serviceContract: { __typename: "MachineCoverage", state: "ACTIVE", name: "Care Plus", until: "2030-03-01" },
  software: [{ __typename: "InstalledSoftware", packageId: "c", name: "Control", version: "1.2" }],
  options: ["Seal station", "Twisting unit"],
  hasUpdate: false,
  isRetired: false,
  retiredOn: null,
  ...change,
});

/** The page with the mutation results from the cache. */
function Cached() {
  const { data, complete } = useFragment({
    fragment: MachineDetailFragmentDoc,
    fragmentName: "MachineDetail",
    from: { __typename: "Machine", id: "1" },
  });
  if (!complete) return null;
  return <MachinePage machine={data} locations={[north, south]} software={null} tickets={{ count: 0, list: null }} />;
}

function show(change: Partial<MachineDetailFragment> = {}) {
  const sent: SentOperation[] = [];
  const shown = renderWithGraph(
    <GraphProvider>
      <Cached />
    </GraphProvider>,
    (client) => {
      client.setLink(recordingLink(sent));
      client.cache.writeFragment({
        fragment: MachineDetailFragmentDoc,
        fragmentName: "MachineDetail",
        data: machine(change),
      });
    },
  );
  return { ...shown, sent };
}

const answer = (change: object) => ({
  machine: {
    __typename: "Machine",
    id: "1",
    name: "Line 7",
    location: north,
    isRetired: false,
    retiredOn: null,
    ...change,
  },
  userErrors: [],
});

test("shows the facts of a machine and links to its tickets", async () => {
  const { container } = show();
  expect(screen.getByRole("heading", { level: 1, name: "Line 7" })).toBeInTheDocument();
  for (const text of ["Serial number A530-1", "April 18, 2023", "Control 1.2", "Seal station, Twisting unit"])
    expect(screen.getByText(text)).toBeInTheDocument();
  expect(screen.getByRole("link", { name: "Report a problem" })).toHaveAttribute(
    "href",
    "/en/mykomax/tickets/newticket?machine=1",
  );
  expect(screen.getByText("There is no ticket about this machine.")).toBeInTheDocument();
  expect(await axe(container)).toHaveNoViolations();
});

test("moves a machine to another location and shows it there", async () => {
  const { sent } = show();
  await userEvent.click(screen.getByRole("button", { name: "Move" }));
  const dialog = within(screen.getByRole("dialog", { name: "Move" }));
  expect(dialog.getAllByRole("option").map((option) => option.textContent)).toEqual(["Works South, Ulm"]);
  await userEvent.click(dialog.getByRole("button", { name: "Move" }));
  expect(sent[0]?.variables).toEqual({ input: { machine: "1", location: "s" } });
  act(() => sent[0]?.next({ moveMachine: { __typename: "MachinePayload", ...answer({ location: south }) } }));
  expect(await screen.findByText("Works South, Ulm", { selector: "dd" })).toBeInTheDocument();
});

test("asks for confirmation before retiring, and can restore", async () => {
  const { sent } = show();
  await userEvent.click(screen.getByRole("button", { name: "Retire" }));
  const dialog = within(screen.getByRole("dialog", { name: "Retire" }));
  expect(dialog.getByText(/Line 7 will leave the list/)).toBeInTheDocument();
  expect(sent).toEqual([]);
  await userEvent.click(dialog.getByRole("button", { name: "Retire" }));
  const retired = answer({ isRetired: true, retiredOn: "2026-05-01" });
  act(() => sent[0]?.next({ retireMachine: { __typename: "MachinePayload", ...retired } }));
  expect(await screen.findByText("This machine has been retired since May 1, 2026.")).toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Restore" })).toBeInTheDocument();
});

test("reports a failed change and keeps the typed values", async () => {
  const { sent } = show();
  await userEvent.click(screen.getByRole("button", { name: "Rename" }));
  const dialog = within(screen.getByRole("dialog", { name: "Rename" }));
  await userEvent.clear(dialog.getByLabelText(/Name/));
  await userEvent.type(dialog.getByLabelText(/Name/), "Line 8");
  await userEvent.click(dialog.getByRole("button", { name: "Rename" }));
  act(() => sent[0]?.fail(new Error("unreachable")));
  expect(await dialog.findByRole("alert")).toHaveTextContent("this could not be done");
  expect(dialog.getByLabelText(/Name/)).toHaveValue("Line 8");
});

test("offers no ticket about a retired machine", () => {
  const { unmount } = show();
  expect(screen.getByRole("link", { name: "Report a problem" })).toBeInTheDocument();
  unmount();
  show({ isRetired: true, retiredOn: "2026-01-31" });
  expect(screen.queryByRole("link", { name: "Report a problem" })).not.toBeInTheDocument();
});
