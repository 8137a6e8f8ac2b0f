import type { ApolloCache } from "@apollo/client";
import { type TicketDetailFragment, TicketDetailFragmentDoc } from "~/graph/generated/graphql";
import { signedIn } from "~/graph/signedIn";

/** Options of mutations that return a ticket: `updateTicket` writes it into the cache. */
export const ticketMutation = { ...signedIn, fetchPolicy: "no-cache" } as const;

/**
 * Writes a ticket into the cache, unless the cache has a newer state: streamed and polled results can arrive out of
 * order.
 */
export function updateTicket(cache: ApolloCache, ticket: TicketDetailFragment | null | undefined) {
  if (!ticket) return;
  cache.updateFragment(
    { id: cache.identify(ticket), fragment: TicketDetailFragmentDoc, fragmentName: "TicketDetail" },
    (known) => (known && Date.parse(ticket.updatedAt) < Date.parse(known.updatedAt) ? undefined : ticket),
  );
}
