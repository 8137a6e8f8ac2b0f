import { useApolloClient } from "@apollo/client/react";
import { useEffect, useMemo, useRef } from "react";
import { PortalChangedDocument, PortalNowDocument } from "~/graph/generated/graphql";
import { type PolledStream, useSubscriptionWithPolling } from "~/lib/loading/subscribeWithPolling";
import { setPortalCounts } from "~/lib/account/portalCounts";

/** The state that portal pages depend on. */
interface PortalState {
  roles: readonly string[];
  /** Undefined if it was not requested. */
  pendingRequestCount?: number | null;
  /** Whether something has changed, or may have changed while no stream was open. */
  isChange: boolean;
}

/**
 * Subscribes to the rights of the signed-in user and, for an administrator, to the users of the organizations; reloads
 * the page when they change.
 */
export function usePortalChanges(reload: () => Promise<void>) {
  const client = useApolloClient();
  const latestReload = useRef(reload);
  const knownRoles = useRef<string>(undefined);
  useEffect(() => {
    latestReload.current = reload;
  }, [reload]);
  const source = useMemo<PolledStream<PortalState>>(
    () => ({
      openStream: ({ onNext, onEnd, onFailed }) => {
        // The first value of a stream is the current state, which the page already has unless an earlier stream ended.
        let isChange = knownRoles.current !== undefined;
        const failed = (error: unknown) => {
          console.warn("The stream of portal changes has failed.", error);
          onFailed();
        };
        const subscription = client
          .subscribe({ query: PortalChangedDocument, fetchPolicy: "no-cache", context: { signedIn: true } })
          .subscribe({
            next: ({ data, error }) => {
              if (data) onNext({ ...data.portalChanged, isChange });
              else failed(error);
              isChange = true;
            },
            error: failed,
            complete: onEnd,
          });
        return () => subscription.unsubscribe();
      },
      poll: async () => {
        const { data } = await client.query({
          query: PortalNowDocument,
          fetchPolicy: "no-cache",
          context: { signedIn: true },
        });
        return data?.me ? { roles: data.me.roles, isChange: false } : undefined;
      },
      onChange: ({ roles, pendingRequestCount, isChange }) => {
        if (pendingRequestCount !== undefined) setPortalCounts({ openRequests: pendingRequestCount });
        const newRoles = roles.join();
        const isOther = knownRoles.current !== undefined && knownRoles.current !== newRoles;
        knownRoles.current = newRoles;
        if (isChange || isOther) void latestReload.current();
      },
    }),
    [client],
  );
  useSubscriptionWithPolling(source);
}
