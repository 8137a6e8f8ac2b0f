// Rules: TICK-31, TICK-32, TICK-33.

import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { axe } from "jest-axe";
import type { TicketDetailFragment, TicketForUserFragment } from "~/graph/generated/graphql";
import { GraphProvider } from "~/graph/GraphProvider";
import { portalCounts, setPortalCounts } from "~/lib/account/portalCounts";
import { recordingLink, renderWithGraph, type SentOperation } from "../../../test/graph";
import { TicketPage } from "./TicketPage";

const ines = { __typename: "TicketPerson" as const, id: "ines", fullName: "Ines Model" };
const carla = { __typename: "TicketPerson" as const, id: "carla", fullName: "Carla Muster", isProvider: false };

const reply = (minute: number, author = { ...ines, isProvider: true }): TicketDetailFragment["comments"][number] => ({
  __typename: "TicketComment",
  id: `c${minute}`,
  author,
  text: "Is it loud?",
  createdAt: `2026-11-20T10:0${minute}:00Z`,
  attachments: [],
});

const ticket = (change: Partial<TicketDetailFragment> = {}): TicketDetailFragment => ({
  __typename: "Ticket",
  id: "1",
  number: "T-10001",
  type: "BREAKDOWN",
  concern: "CRIMPING",
  subject: "It hums",
  description: "Since Monday.",
  machine: "Alpha 530",
  serialNumber: "A-1",
  status: "OPEN",
  turn: "PROVIDER",
  standsStill: true,
  nextUpdateBy: null,
  contact: carla,
  assignee: null,
  location: { __typename: "TicketLocation", id: "l", name: "North", city: "Town", country: "CH", organization: "ACME" },
  createdAt: "2026-11-20T09:00:00Z",
  updatedAt: "2026-11-20T09:00:00Z",
  closeReason: null,
  attachments: [],
  comments: [],
  ...change,
});

let sent: SentOperation[];
beforeEach(() => {
  sent = [];
  window.localStorage.clear();
});
afterEach(() => act(() => setPortalCounts({ waitingTickets: null })));

const show = (shown: TicketDetailFragment, forUser: Partial<TicketForUserFragment> = {}, userId = "carla") =>
  renderWithGraph(
    <GraphProvider>
      <TicketPage
        page={{
          __typename: "PortalEntry",
          user: { __typename: "User", id: userId },
          commentFields: [],
          closureFields: [],
        }}
        ticket={shown}
        forUser={{ __typename: "Ticket", isUnread: false, machineUrl: null, assignable: [], office: null, ...forUser }}
      />
    </GraphProvider>,
    (client) => client.setLink(recordingLink(sent)),
  );

const operations = (name: string) => sent.filter((one) => one.name === name);
const readUntil = () => operations("MarkTicketRead").map(({ variables }) => variables.input);

test("marks the shown messages of an unread ticket as read, and counts the waiting tickets again", async () => {
  show(ticket({ comments: [reply(1), reply(2)] }), { isUnread: true });
  expect(readUntil()).toEqual([{ ticket: "1", until: "2026-11-20T10:02:00Z" }]);
  await act(async () => {
    operations("MarkTicketRead")[0]?.next({
      markTicketRead: { __typename: "TicketPayload", ticket: { __typename: "Ticket", id: "1", isUnread: false } },
    });
    await Promise.resolve();
  });
  await waitFor(() => expect(operations("WaitingTickets")).toHaveLength(1));
  act(() => {
    operations("WaitingTickets")[0]?.next({ waitingTicketCount: 4 });
    operations("WaitingTickets")[0]?.complete();
  });
  await waitFor(() => expect(portalCounts().waitingTickets).toBe(4));
});

const office = { __typename: "Location" as const, name: "Strand Switzerland", phone: "+41 41 799 45 00" };

test("shows the telephone number of the office while a machine is down", async () => {
  const { container } = show(ticket(), { office });
  expect(screen.getByRole("link", { name: "+41 41 799 45 00" })).toHaveAttribute("href", "tel:+41417994500");
  expect(screen.getByText("Is it standing still?").nextSibling).toHaveTextContent("Yes");
  expect(await axe(container)).toHaveNoViolations();
});

test.each([
  ["another type", ticket({ type: "QUESTION" }), []],
  ["a closed ticket", ticket({ status: "CLOSED", turn: "NONE" }), []],
  ["staff of the group", ticket(), [ines]],
])("shows no telephone number for %s", (_, shown, assignable) => {
  show(shown, { office, assignable });
  expect(screen.queryByRole("link", { name: office.phone })).not.toBeInTheDocument();
});

test.each([
  ["before", "2999-01-01T10:00:00Z", /^Next update by Jan 1, 2999/],
  ["after", "2026-01-01T10:00:00Z", /^An update was due by Jan 1, 2026/],
])("says when the group reports next, %s that time, and no other promise", (_, nextUpdateBy, text) => {
  show(ticket({ nextUpdateBy }));
  expect(screen.getByText(text)).toBeVisible();
  expect(screen.queryByText("We reply within 24 hours.")).not.toBeInTheDocument();
});

const people = [ines, { ...ines, id: "otto", fullName: "Otto Model" }];
const assigned = () => operations("AssignTicket").map(({ variables }) => variables.input);

test("assigns a ticket to another person, to oneself and to no one", async () => {
  const { container } = show(ticket({ assignee: people[1] ?? null }), { assignable: people }, "ines");
  expect(await axe(container)).toHaveNoViolations();
  const select = screen.getByRole("combobox", { name: "Assigned to" });
  expect(select).toHaveValue("otto");
  await userEvent.click(screen.getByRole("button", { name: "Assign to me" }));
  expect(assigned()).toEqual([{ ticket: "1", assignee: "ines" }]);
  await act(async () => {
    operations("AssignTicket")[0]?.next({
      assignTicket: {
        __typename: "TicketPayload",
        ticket: null,
        userErrors: [{ __typename: "UserError", field: "assignee" }],
      },
    });
    await Promise.resolve();
  });
  expect(await screen.findByText(/could not be assigned/)).toBeVisible();
  await userEvent.selectOptions(select, "Not assigned yet");
  expect(screen.queryByText(/could not be assigned/)).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Assign" }));
  expect(assigned()[1]).toEqual({ ticket: "1", assignee: null });
});

test("shows customers who works on a ticket, without a choice", () => {
  show(ticket({ assignee: ines }));
  expect(screen.getByText("Assigned to").nextSibling).toHaveTextContent("Ines Model");
  expect(screen.queryByRole("combobox", { name: "Assigned to" })).not.toBeInTheDocument();
});
