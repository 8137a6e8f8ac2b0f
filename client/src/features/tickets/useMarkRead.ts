import { useApolloClient } from "@apollo/client/react";
import { useEffect, useRef } from "react";
import { MarkTicketReadDocument, type TicketDetailFragment, WaitingTicketsDocument } from "~/graph/generated/graphql";
import { signedIn } from "~/graph/signedIn";
import { setPortalCounts } from "~/lib/account/portalCounts";

/**
 * Marks the messages of a shown ticket as read, those that arrive later included, and reads the number of waiting
 * tickets again (TICK-31).
 */
export function useMarkRead(ticket: TicketDetailFragment, isUnread: boolean, userId: string) {
  const client = useApolloClient();
  const { id, createdAt, comments } = ticket;
  const latest = comments.at(-1);
  const until = latest?.createdAt ?? createdAt;
  // The latest message that was shown when the page was opened; a message of the user is read.
  const readUntil = useRef(isUnread ? "" : until);
  const isOwn = latest?.author.id === userId;
  useEffect(() => {
    if (readUntil.current === until) return;
    readUntil.current = until;
    if (isOwn) return;
    void (async () => {
      await client.mutate({
        mutation: MarkTicketReadDocument,
        variables: { input: { ticket: id, until } },
        ...signedIn,
        context: { ...signedIn.context, isAutomatic: true },
      });
      const { data } = await client.query({
        query: WaitingTicketsDocument,
        fetchPolicy: "no-cache",
        ...signedIn,
      });
      if (data) setPortalCounts({ waitingTickets: data.waitingTicketCount });
    })().catch((error: unknown) => {
      // The ticket stays unread, until it is opened again.
      console.warn("The ticket was not marked as read.", error);
    });
  }, [client, id, until, isOwn]);
}
