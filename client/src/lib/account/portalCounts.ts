import { useSyncExternalStore } from "react";

/** What waits for the signed-in user in the portal. Null for what the user may not see, and until it is loaded. */
export interface PortalCounts {
  /** The users with an open request, for an administrator. */
  openRequests: number | null;
  /** The tickets on which it is the user's turn to act. */
  waitingTickets: number | null;
}

const none: PortalCounts = { openRequests: null, waitingTickets: null };

let counts = none;
const listeners = new Set<() => void>();

/** Stores the given counts; the others stay. */
export function setPortalCounts(change: Partial<PortalCounts>) {
  const next = { ...counts, ...change };
  if (next.openRequests === counts.openRequests && next.waitingTickets === counts.waitingTickets) return;
  counts = next;
  listeners.forEach((listener) => listener());
}

export const portalCounts = () => counts;

/** The same as a hook that updates. */
export function usePortalCounts(): PortalCounts {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    portalCounts,
    () => none,
  );
}
