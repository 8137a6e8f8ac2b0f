import { useSyncExternalStore } from "react";

let count: number | null = null;
const listeners = new Set<() => void>();

/** Stores the number of users with an open request; null for a user who is not an administrator. */
export function setOpenRequests(next: number | null) {
  if (next === count) return;
  count = next;
  listeners.forEach((listener) => listener());
}

/** The number of users with an open request, for administrators; null for other users, and until it is loaded. */
export const openRequests = () => count;

/** The same as a hook that updates. */
export function useOpenRequests(): number | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    openRequests,
    () => null,
  );
}
