import { useSyncExternalStore } from "react";

let count: number | null = null;
const listeners = new Set<() => void>();

/** Stores how many users have an open request; null for a user who administers no users. */
export function setOpenRequests(next: number | null) {
  if (next === count) return;
  count = next;
  listeners.forEach((listener) => listener());
}

/** How many users have an open request, for administrators; null for other users, and until it is known. */
export const openRequests = () => count;

/** The same, as it changes. */
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
