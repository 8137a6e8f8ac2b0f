import type { TicketRowFragment } from "~/graph/generated/graphql";

/** A ticket as lists show it. */
export const ticketRow = (id: string): TicketRowFragment => ({
  __typename: "Ticket",
  id,
  number: `T-1000${id}`,
  url: `/en/mykomax/tickets/${id}`,
  type: "MALFUNCTION",
  subject: "The belt slips",
  machine: "Alpha 530",
  serialNumber: "A-1",
  status: "WAITING",
  turn: "CONTACT",
  isUnread: false,
  assignee: null,
  contact: { __typename: "TicketPerson", fullName: "Carla Muster" },
  location: { __typename: "TicketLocation", name: "Works North", city: "Brno" },
  createdAt: "2026-01-05T10:00:00Z",
  updatedAt: `2026-01-0${id}T10:00:00Z`,
  replies: 2,
});
