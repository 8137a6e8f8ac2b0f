// Rules: TICK-13, TICK-16, TICK-19, TICK-29.

import { screen, within } from "@testing-library/react";
import { axe } from "jest-axe";
import type {
  TicketListFragment,
  TicketRowFragment,
  TicketStatus,
  TicketTurn,
  TicketType,
} from "~/graph/generated/graphql";
import { renderUi } from "../../../test/renderUi";
import { ticketRow } from "../../../test/ticketRow";
import { TicketList } from "./TicketList";

const ticket: TicketRowFragment = { ...ticketRow("1"), updatedAt: "2026-01-06T10:00:00Z" };

const location = (id: string, name: string) => ({
  __typename: "TicketLocationOption" as const,
  location: { __typename: "TicketLocation" as const, id, name, city: "Brno", organization: "Nordkabel" },
  selected: false,
  count: null,
});

const statusOption = (status: TicketStatus, selected = false, turn: TicketTurn = "PROVIDER") => ({
  __typename: "TicketStatusOption" as const,
  status,
  turn,
  selected,
  count: null,
});
const typeOption = (type: TicketType, selected = false) => ({
  __typename: "TicketTypeOption" as const,
  type,
  selected,
  count: null,
});

function show(change: Partial<TicketListFragment>) {
  return renderUi(
    <TicketList
      title="Service tickets"
      newTicketUrl="/en/mykomax/tickets/newticket"
      list={{
        __typename: "TicketList",
        total: 1,
        totalIsExact: true,
        tickets: [ticket],
        onlyMine: false,
        onlyWaiting: false,
        onlyAssigned: null,
        mineCount: null,
        waitingCount: null,
        assignedCount: null,
        text: "",
        serialNumber: null,
        order: "UPDATED",
        orderOptions: ["UPDATED", "CREATED", "SUBJECT"],
        statusOptions: [statusOption("OPEN"), statusOption("CLOSED")],
        typeOptions: [typeOption("SOFTWARE"), typeOption("QUESTION")],
        locations: [location("a", "Works North"), location("b", "Brno South")],
        isFiltered: false,
        resetUrl: "/en/mykomax/tickets/list",
        previousUrl: null,
        nextUrl: null,
        exportUrl: "/api/tickets/export?pass=p",
        exportXlsxUrl: "/api/tickets/export?format=xlsx&pass=p",
        ...change,
      }}
    />,
  );
}

test("shows the subject, status and facts of a ticket", async () => {
  const { container } = show({});
  expect(screen.getByRole("link", { name: "The belt slips" })).toHaveAttribute("href", ticket.url);
  const titles = screen.getAllByRole("columnheader").map(({ textContent }) => textContent);
  const cells = screen.getAllByRole("cell").map(({ textContent }) => textContent);
  expect(Object.fromEntries(titles.map((title, i) => [title, cells[i]]))).toEqual({
    Number: "T-10001",
    Subject: "The belt slips2 2 replies",
    Status: "Waiting for Carla Muster",
    Type: "Malfunction",
    Machine: "T-10001 · Alpha 530",
    Location: "Works North, Brno",
    "Last change": "Jan 6, 2026",
  });
  expect(await axe(container)).toHaveNoViolations();
});

test("is exported as it is shown", () => {
  show({});
  const linkTo = (name: string) => screen.getByRole("link", { name }).getAttribute("href");
  expect(linkTo("Export as CSV")).toBe("/api/tickets/export?pass=p");
  expect(linkTo("Export for Excel")).toBe("/api/tickets/export?format=xlsx&pass=p");
});

test("is sorted by its columns", () => {
  show({ order: "SUBJECT" });
  const subject = screen.getByRole("columnheader", { name: "Subject" });
  expect(subject).toHaveAttribute("aria-sort", "ascending");
  expect(within(subject).getByRole("link")).toHaveAttribute("href", "/?sort=SUBJECT");
  const changed = screen.getByRole("columnheader", { name: "Last change" });
  expect(changed).not.toHaveAttribute("aria-sort");
  expect(within(changed).getByRole("link")).toHaveAttribute("href", "/?sort=UPDATED");
});

test("shows which filters are selected", () => {
  show({
    isFiltered: true,
    onlyMine: true,
    statusOptions: [statusOption("OPEN", true), statusOption("CLOSED")],
    typeOptions: [typeOption("SOFTWARE", true)],
    text: "belt",
    order: "SUBJECT",
  });
  expect(screen.getByRole("checkbox", { name: "Show only my tickets" })).toBeChecked();
  expect(screen.getByRole("checkbox", { name: "Open" })).toBeChecked();
  expect(screen.getByRole("checkbox", { name: "Closed" })).not.toBeChecked();
  expect(screen.getByRole("checkbox", { name: "Software" })).toBeChecked();
  expect(screen.getByRole("searchbox", { name: "Search" })).toHaveValue("belt");
  expect(screen.getByRole("combobox", { name: "Order" })).toHaveDisplayValue("By subject");
  expect(screen.getByRole("checkbox", { name: "Brno South" })).toBeInTheDocument();
});

test("shows how many tickets a choice selects, if they are counted", () => {
  const { unmount } = show({
    mineCount: 12,
    statusOptions: [
      { ...statusOption("OPEN"), count: 1200 },
      { ...statusOption("CLOSED"), count: 0 },
      { ...statusOption("WAITING", true), count: 0 },
    ],
  });
  expect(screen.getByRole("checkbox", { name: "Show only my tickets 12" })).toBeEnabled();
  expect(screen.getByRole("checkbox", { name: "Open 1,200" })).toBeEnabled();
  expect(screen.getByRole("checkbox", { name: "Closed 0" })).toBeDisabled();
  expect(screen.getByRole("checkbox", { name: "Waiting for the customer 0" })).toBeEnabled();
  unmount();
  show({});
  expect(screen.getByRole("checkbox", { name: "Closed" })).toBeEnabled();
});

test("offers of many locations those with tickets, and the selected ones", () => {
  const locations = ["A", "B", "C", "D", "E", "F", "G", "H", "I"].map((name, i) => ({
    ...location(name, name),
    count: i % 3 === 0 ? 1 : 0,
    selected: name === "B",
  }));
  const shown = () =>
    within(screen.getByRole("group", { name: "Location" }))
      .getAllByRole("checkbox")
      .map((box) => box.getAttribute("value"));
  const { unmount } = show({ locations });
  expect(shown()).toEqual(["A", "B", "D", "G"]);
  unmount();
  show({ locations: locations.slice(1) });
  expect(shown()).toHaveLength(8);
});

test("offers no location filter for a single location", () => {
  show({ locations: [location("a", "Works North")] });
  expect(screen.queryByRole("group", { name: "Location" })).not.toBeInTheDocument();
});

test("offers to create the first ticket, without filters", () => {
  show({ total: 0, tickets: [] });
  expect(screen.getByRole("status")).toHaveTextContent("You have no service tickets yet");
  expect(screen.getByRole("link", { name: "Create a ticket" })).toHaveAttribute(
    "href",
    "/en/mykomax/tickets/newticket",
  );
  expect(screen.queryByRole("searchbox")).not.toBeInTheDocument();
});

test("offers to reset filters that match nothing", () => {
  show({ total: 0, tickets: [], isFiltered: true, text: "nothing" });
  expect(screen.getByText("Nothing matches these filters.")).toBeInTheDocument();
  expect(screen.getByRole("link", { name: "Reset filters" })).toBeInTheDocument();
});

test("shows that there are more tickets than are counted", () => {
  show({ total: 1000, totalIsExact: false });
  expect(screen.getByText("More than 1,000 tickets")).toBeInTheDocument();
});

test.each([
  ["WAITING", "CALLER", "Waiting for you"],
  ["WAITING", "CONTACT", "Waiting for Carla Muster"],
  ["OPEN", "PROVIDER", "Open"],
  ["OPEN", "OWN_STAFF", "Waiting for us"],
  ["IN_PROGRESS", "NONE", "In progress"],
  ["IN_PROGRESS", "PROVIDER", "In progress"],
  ["IN_PROGRESS", "OWN_STAFF", "Waiting for us"],
  ["CLOSED", "NONE", "Closed"],
] as const)("says whose turn it is (%s, %s)", (status, turn, text) => {
  show({ tickets: [{ ...ticket, status, turn }] });
  expect(screen.getByRole("cell", { name: text })).toBeInTheDocument();
});

test.each([
  [null, "Waiting for you", false],
  [false, "Waiting for us", true],
])("filters by what waits for the reader and is assigned: %s", (onlyAssigned, waiting, hasAssigned) => {
  show({ onlyAssigned, onlyWaiting: true });
  expect(screen.getByRole("checkbox", { name: waiting })).toBeChecked();
  expect(screen.queryAllByRole("checkbox", { name: "Assigned to me" })).toHaveLength(hasAssigned ? 1 : 0);
});

test("marks unread tickets, and shows staff who works on each", () => {
  const assignee = { __typename: "TicketPerson" as const, id: "ines", fullName: "Ines Model" };
  const { unmount } = show({ tickets: [{ ...ticket, isUnread: true, assignee }] });
  expect(screen.getByRole("cell", { name: /^Unread: The belt slips/ })).toBeVisible();
  expect(screen.queryByText("Ines Model")).not.toBeInTheDocument();
  unmount();
  show({ tickets: [{ ...ticket, assignee }], onlyAssigned: false });
  expect(screen.queryByText(/^Unread/)).not.toBeInTheDocument();
  expect(screen.getByRole("cell", { name: "Ines Model" })).toBeVisible();
});
