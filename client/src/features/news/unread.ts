import { startTransition, useEffect, useState, useSyncExternalStore } from "react";
import { useAccount } from "~/lib/account/account";
import { whenIdle } from "~/lib/loading/whenIdle";

/** The `localStorage` key of the id of the newest read entry (FEED-13). */
const storageKey = "strand-news-latest-read";

const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  // Another tab may have marked them as read.
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

/** The storage is read on every render: the failure is logged once. */
let isFailureLogged = false;

/** The id of the newest entry that was read; null for none, or if the storage is not available. */
export function latestRead(): string | null {
  try {
    return window.localStorage.getItem(storageKey);
  } catch (error) {
    if (!isFailureLogged) console.warn("The read mark cannot be read.", error);
    isFailureLogged = true;
    return null;
  }
}

/** Stores that all entries up to this one were read. */
export function markRead(id: string) {
  try {
    window.localStorage.setItem(storageKey, id);
  } catch (error) {
    console.warn("The read mark cannot be stored.", error);
  }
  for (const listener of listeners) listener();
}

/**
 * Whether the newest news entry is unread. Loads only its id, when the browser is idle: this is not a prefetch, so it
 * also runs with data saver on. It is the first query of most visits: Apollo Client is then loaded before a navigation.
 */
export function useUnreadNews(): boolean {
  const account = useAccount();
  const [newest, setNewest] = useState<string>();
  const read = useSyncExternalStore(subscribe, latestRead, () => null);

  useEffect(() => {
    const ask = () =>
      void import("./readNewestNews")
        .then(({ readNewestNews }) => readNewestNews(account))
        .then((id) => startTransition(() => setNewest(id)))
        // The user did not request the mark: a failure is not reported.
        .catch(() => undefined);
    return whenIdle(ask);
  }, [account]);

  return newest !== undefined && newest !== read;
}
