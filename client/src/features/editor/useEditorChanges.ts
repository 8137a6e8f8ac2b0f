import { useApolloClient } from "@apollo/client/react";
import { useEffect, useMemo, useRef } from "react";
import { EditorChangedDocument, LatestEditorChangeDocument } from "~/graph/generated/graphql";
import { upToDate } from "~/graph/upToDate";
import { type PolledStream, useSubscriptionWithPolling } from "~/lib/loading/subscribeWithPolling";

/**
 * Subscribes to changes of content and catalogue; calls `onChange` after each one that follows the change with the id
 * `since`, once the server serves the new version.
 */
export function useEditorChanges(since: string | null, onChange: () => void): void {
  const client = useApolloClient();
  const latest = useRef(onChange);
  /** The id of the last change that was handled; empty if there was none. */
  const lastChangeId = useRef(since ?? "");
  useEffect(() => {
    latest.current = onChange;
  }, [onChange]);
  const source = useMemo<PolledStream<string>>(
    () => ({
      openStream: ({ onNext, onEnd, onFailed }) => {
        const failed = (error: unknown) => {
          console.warn("The stream of changes failed.", error);
          onFailed();
        };
        const subscription = client.subscribe({ query: EditorChangedDocument, fetchPolicy: "no-cache" }).subscribe({
          next: ({ data, error }) => (data ? onNext(data.editorChanged?.id ?? "") : failed(error)),
          error: failed,
          complete: onEnd,
        });
        return () => subscription.unsubscribe();
      },
      poll: async () => {
        const { data } = await client.query({ query: LatestEditorChangeDocument, ...upToDate });
        return data && (data.editorChanges.edges[0]?.node.id ?? "");
      },
      onChange: (id) => {
        if (lastChangeId.current === id) return;
        lastChangeId.current = id;
        latest.current();
      },
    }),
    [client],
  );
  useSubscriptionWithPolling(source);
}
