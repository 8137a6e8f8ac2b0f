import { useApolloClient } from "@apollo/client/react";
import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from "react";
import { TicketChangedDocument, type TicketDetailFragment, TicketNowDocument } from "~/graph/generated/graphql";
import { follow, type Source } from "./follow";

/** Hears of every change of a ticket while the page is to be seen: a browser has few connections, and hidden tabs many. */
export function useTicketChanges(id: string, onChange: (ticket: TicketDetailFragment) => void) {
  const client = useApolloClient();
  const changed = useEffectEvent(onChange);
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
      onChange: (ticket) => changed(ticket),
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
