import { useEffect, useSyncExternalStore } from "react";
import { useAccount, useSignInState } from "./account";
import { whenIdle } from "./whenIdle";

let count: number | null = null;
const listeners = new Set<() => void>();

/** Stores how many users have an open request; null for a user who administers no users. */
export function setOpenRequests(next: number | null) {
  if (next === count) return;
  count = next;
  listeners.forEach((listener) => listener());
}

/** What the role strings of administrators contain. The server decides by the whole names. */
const administratorRole = "kmx_delegatedadmin_";

/**
 * How many users have an open request, for administrators; null for other users, and until it is known. The pages of the
 * portal follow it; any other page reads it once, when the browser is idle.
 */
export function useOpenRequests(portalUrl: string): number | null {
  const account = useAccount();
  const state = useSignInState();
  const isAdministrator =
    state.kind === "signedIn" && state.user.roles.some((role) => role.includes(administratorRole));
  useEffect(() => {
    if (!isAdministrator) return;
    return whenIdle(() => {
      if (count !== null || window.location.href.startsWith(portalUrl)) return;
      import("~/features/portal/readOpenRequests")
        .then(({ readOpenRequests }) => readOpenRequests(account))
        .then((read) => {
          // A page of the portal may follow it by now.
          if (count === null) setOpenRequests(read);
        })
        // The user did not ask for the number: a failure is not reported.
        .catch(() => undefined);
    });
  }, [account, isAdministrator, portalUrl]);
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => count,
    () => null,
  );
}
