import { startTransition, useEffect, useState, useSyncExternalStore } from "react";
import { useAccount } from "~/lib/account";
import { whenIdle } from "~/lib/whenIdle";

/** Where the id of the newest entry that was seen is kept (FEED-13). */
const storageKey = "strand-news-latest-read";

const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  // Another tab may have read them.
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

/** It is read with every rendering: once is enough to be told of. */
let failureTold = false;

/** The id of the newest entry that was seen; null for none. A storage that cannot be used remembers nothing. */
export function latestRead(): string | null {
  try {
    return window.localStorage.getItem(storageKey);
  } catch (error) {
    if (!failureTold) console.warn("What was read cannot be looked up.", error);
    failureTold = true;
    return null;
  }
}

/** Remembers that everything up to an entry was seen. */
export function markRead(id: string) {
  try {
    window.localStorage.setItem(storageKey, id);
  } catch (error) {
    console.warn("What was read cannot be remembered.", error);
  }
  for (const listener of listeners) listener();
}

/**
 * Whether the newest of the news was not seen yet. It is asked for when the page has nothing better to do, and by its
 * id alone: the mark is no prefetch, so that data saver has it, too.
 */
export function useUnreadNews(): boolean {
  const account = useAccount();
  const [newest, setNewest] = useState<string>();
  const read = useSyncExternalStore(subscribe, latestRead, () => null);

  useEffect(() => {
    const ask = () =>
      void import("./newestNews")
        .then(({ newestNews }) => newestNews(account))
        .then((id) => startTransition(() => setNewest(id)))
        // The user did not ask for the mark: a failure is not reported.
        .catch(() => undefined);
    return whenIdle(ask);
  }, [account]);

  return newest !== undefined && newest !== read;
}
