import { makeCache } from "~/graph/cache";
import { type TicketDetailFragment, TicketNowDocument } from "~/graph/generated/graphql";
import { updateTicket } from "./updateTicket";

const ticketAt = (time: string, change: Partial<TicketDetailFragment> = {}): TicketDetailFragment => ({
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
  standsStill: null,
  nextUpdateBy: null,
  assignee: null,
  contact: { __typename: "TicketPerson", id: "carla", fullName: "Carla Muster", isProvider: false },
  location: { __typename: "TicketLocation", id: "l", name: "North", city: "Town", country: "CH", organization: "ACME" },
  createdAt: "2026-11-20T09:00:00Z",
  updatedAt: `2026-11-20T${time}Z`,
  closeReason: null,
  attachments: [],
  comments: [],
  ...change,
});

/** A cache with a ticket as of ten o'clock, and a function that reads its status from queries. */
function setUp() {
  const cache = makeCache();
  const variables = { id: "1" };
  cache.writeQuery({ query: TicketNowDocument, variables, data: { ticket: ticketAt("10:00:00") } });
  return { cache, status: () => cache.readQuery({ query: TicketNowDocument, variables })?.ticket?.status };
}

test.each([
  ["a newer state", ticketAt("10:00:01", { status: "CLOSED" }), "CLOSED"],
  ["another state of the same time", ticketAt("10:00:00", { status: "CLOSED" }), "CLOSED"],
  ["an older state", ticketAt("09:59:59", { status: "CLOSED" }), "OPEN"],
  [
    "an older state with a time of another zone",
    { ...ticketAt("10:30:00", { status: "CLOSED" }), updatedAt: "2026-11-20T10:30:00+01:00" },
    "OPEN",
  ],
  ["another ticket", ticketAt("11:00:00", { id: "2", status: "CLOSED" }), "OPEN"],
] as const)("keeps the newer state when the result is %s", (_, ticket, expected) => {
  const { cache, status } = setUp();
  updateTicket(cache, ticket);
  expect(status()).toBe(expected);
});

test("adds a ticket that is not in the cache", () => {
  const { cache } = setUp();
  updateTicket(cache, ticketAt("11:00:00", { id: "2", status: "CLOSED" }));
  expect(cache.extract()["Ticket:2"]).toMatchObject({ status: "CLOSED" });
});
