/** The messages between tabs. They never contain tokens, which are in the store. */
export type TabMessage = "signedIn" | "signedOut";

/** The other tabs of this site. */
export interface TabChannel {
  /** Runs work while no other tab runs any: one tab renews the tokens, the others find them renewed. */
  withLock: <T>(work: () => Promise<T>) => Promise<T>;
  post: (news: TabMessage) => void;
  subscribe: (listener: (news: TabMessage) => void) => void;
}

/** Runs the work of this tab in sequence, for browsers without locks. */
function makeQueue(): TabChannel["withLock"] {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const run = last.then(work, work);
    last = run.catch(() => {});
    return run;
  };
}

/** Connects to the tabs that use the same name. */
export function openTabChannel(name: string): TabChannel {
  const channel = typeof BroadcastChannel === "undefined" ? undefined : new BroadcastChannel(name);
  // Missing in old browsers, despite the types.
  const locks = navigator.locks as LockManager | undefined;
  return {
    withLock: locks ? async (work) => await locks.request(name, work) : makeQueue(),
    post: (news) => channel?.postMessage(news),
    subscribe: (listener) => channel?.addEventListener("message", (event) => listener(event.data as TabMessage)),
  };
}
