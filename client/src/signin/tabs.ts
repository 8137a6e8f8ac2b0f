/** What tabs tell each other. Never what the tokens are: those are in the store. */
export type News = "signedIn" | "signedOut";

/** The other tabs of this site. */
export interface Tabs {
  /** Does some work while no other tab does any: one renews the tokens, the others find them renewed. */
  alone: <T>(work: () => Promise<T>) => Promise<T>;
  tell: (news: News) => void;
  hear: (listener: (news: News) => void) => void;
}

/** Makes the works of this tab follow each other: what is left where a browser has no locks. */
function makeQueue(): Tabs["alone"] {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const run = last.then(work, work);
    last = run.catch(() => {});
    return run;
  };
}

/** Reaches the tabs that use the same name. */
export function openTabs(name: string): Tabs {
  const channel = typeof BroadcastChannel === "undefined" ? undefined : new BroadcastChannel(name);
  // Missing in old browsers, whatever the types say.
  const locks = navigator.locks as LockManager | undefined;
  return {
    alone: locks ? async (work) => await locks.request(name, work) : makeQueue(),
    tell: (news) => channel?.postMessage(news),
    hear: (listener) => channel?.addEventListener("message", (event) => listener(event.data as News)),
  };
}
