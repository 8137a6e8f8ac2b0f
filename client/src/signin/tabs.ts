/** The messages between tabs. They never contain tokens, which are in the store. */
export type News = "signedIn" | "signedOut";

/** The other tabs of this site. */
export interface Tabs {
  /** Runs work while no other tab runs any: one tab renews the tokens, the others find them renewed. */
  alone: <T>(work: () => Promise<T>) => Promise<T>;
  tell: (news: News) => void;
  hear: (listener: (news: News) => void) => void;
}

/** Runs the work of this tab in sequence, for browsers without locks. */
function makeQueue(): Tabs["alone"] {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const run = last.then(work, work);
    last = run.catch(() => {});
    return run;
  };
}

/** Connects to the tabs that use the same name. */
export function openTabs(name: string): Tabs {
  const channel = typeof BroadcastChannel === "undefined" ? undefined : new BroadcastChannel(name);
  // Missing in old browsers, despite the types.
  const locks = navigator.locks as LockManager | undefined;
  return {
    alone: locks ? async (work) => await locks.request(name, work) : makeQueue(),
    tell: (news) => channel?.postMessage(news),
    hear: (listener) => channel?.addEventListener("message", (event) => listener(event.data as News)),
  };
}
