import { useApolloClient } from "@apollo/client/react";
import { useMemo } from "react";
import { TicketChangedDocument, type TicketDetailFragment, TicketNowDocument } from "~/graph/generated/graphql";
import { type PolledStream, useSubscriptionWithPolling } from "~/lib/loading/subscribeWithPolling";
import { updateTicket } from "./updateTicket";

/** Keeps a ticket in the cache up to date while the page is visible. */
export function useTicketChanges(id: string) {
  const client = useApolloClient();
  const source = useMemo<PolledStream<TicketDetailFragment>>(
    () => ({
      openStream: ({ onNext, onEnd, onFailed }) => {
        const failed = (error: unknown) => {
          console.warn("The ticket's stream has failed.", error);
          onFailed();
        };
        const subscription = client
          .subscribe({
            query: TicketChangedDocument,
            variables: { id },
            fetchPolicy: "no-cache",
            context: { signedIn: true },
          })
          .subscribe({
            next: ({ data, error }) => (data ? onNext(data.ticketChanged) : failed(error)),
            error: failed,
            complete: onEnd,
          });
        return () => subscription.unsubscribe();
      },
      poll: async () => {
        const { data } = await client.query({
          query: TicketNowDocument,
          variables: { id },
          fetchPolicy: "no-cache",
          context: { signedIn: true },
        });
        return data?.ticket ?? undefined;
      },
      onChange: (ticket) => updateTicket(client.cache, ticket),
    }),
    [client, id],
  );
  useSubscriptionWithPolling(source);
}
