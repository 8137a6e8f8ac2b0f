import { useApolloClient } from "@apollo/client/react";
import { useEffect, useRef, useSyncExternalStore } from "react";
import { TicketChangedDocument, type TicketDetailFragment, TicketNowDocument } from "~/graph/generated/graphql";
import { follow, type Source } from "./follow";
import { updateTicket } from "./updateTicket";

/** Keeps a ticket in the cache up to date while the page is visible: a browser has few connections for many hidden tabs. */
export function useTicketChanges(id: string) {
  const client = useApolloClient();
  const isSeen = useSyncExternalStore(watchVisibility, () => document.visibilityState === "visible");

  const wasFollowed = useRef(false);

  useEffect(() => {
    if (!isSeen) return;
    const source: Source<TicketDetailFragment> = {
      listen: ({ onNext, onEnd, onFailed }) => {
        const failed = (error: unknown) => {
          console.warn("The ticket cannot be seen live.", error);
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
      look: async () => {
        const { data } = await client.query({
          query: TicketNowDocument,
          variables: { id },
          fetchPolicy: "no-cache",
          context: { signedIn: true },
        });
        return data?.ticket ?? undefined;
      },
      onChange: (ticket) => updateTicket(client.cache, ticket),
    };
    let end = () => {};
    const begin = () => {
      end();
      end = follow(source, wasFollowed.current);
      wasFollowed.current = true;
    };
    begin();
    window.addEventListener("online", begin);
    return () => {
      window.removeEventListener("online", begin);
      end();
    };
  }, [client, id, isSeen]);
}

function watchVisibility(listener: () => void) {
  document.addEventListener("visibilitychange", listener);
  return () => document.removeEventListener("visibilitychange", listener);
}
