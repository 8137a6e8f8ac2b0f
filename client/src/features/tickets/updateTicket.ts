import type { ApolloCache } from "@apollo/client";
import { type TicketDetailFragment, TicketDetailFragmentDoc } from "~/graph/generated/graphql";
import { signedIn } from "~/graph/signedIn";

/** Options of mutations that answer with a ticket: `updateTicket` writes it into the cache. */
export const ticketMutation = { ...signedIn, fetchPolicy: "no-cache" } as const;

/** Writes a ticket into the cache, unless that has a newer state of it: streamed and polled answers can overtake each other. */
export function updateTicket(cache: ApolloCache, ticket: TicketDetailFragment | null | undefined) {
  if (!ticket) return;
  cache.updateFragment(
    { id: cache.identify(ticket), fragment: TicketDetailFragmentDoc, fragmentName: "TicketDetail" },
    (known) => (known && Date.parse(ticket.updatedAt) < Date.parse(known.updatedAt) ? undefined : ticket),
  );
}
