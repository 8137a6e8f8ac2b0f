import type { TicketRowFragment, TicketStatus } from "~/graph/generated/graphql";

/** Every status once, in the order of the workflow. */
export const ticketStatuses: readonly TicketStatus[] = ["OPEN", "IN_PROGRESS", "WAITING", "CLOSED"];

export const tickets: readonly TicketRowFragment[] = [
  {
    __typename: "Ticket",
    id: "1",
    number: "T-4839201",
    url: "/style-guide",
    type: "BREAKDOWN",
    subject: "Alpha 530 stops with a feeding error",
    machine: "Alpha 530",
    serialNumber: "A530-20417",
    status: "WAITING",
    turn: "CALLER",
    isUnread: true,
    assignee: { __typename: "TicketPerson", id: "2", fullName: "Ines Model" },
    contact: { __typename: "TicketPerson", fullName: "Carla Muster" },
    location: { __typename: "TicketLocation", name: "Nordkabel Winterthur", city: "Winterthur" },
    createdAt: "2026-01-12T12:00:00Z",
    updatedAt: "2026-01-14T12:00:00Z",
    replies: 2,
  },
  {
    __typename: "Ticket",
    id: "2",
    number: "T-2750364",
    url: "/style-guide",
    type: "QUESTION",
    subject: "Training for three new operators",
    machine: "",
    serialNumber: "",
    status: "CLOSED",
    turn: "NONE",
    isUnread: false,
    assignee: null,
    contact: { __typename: "TicketPerson", fullName: "Adele Sample" },
    location: { __typename: "TicketLocation", name: "Works North", city: "Brno" },
    createdAt: "2025-11-03T12:00:00Z",
    updatedAt: "2025-11-10T12:00:00Z",
    replies: 0,
  },
];
