/**
 * Detects new releases (CLI-10 to CLI-12): a tab that was open during a release may request a chunk that no longer
 * exists. The page then reloads once, after a pending navigation has ended.
 */

/** `sessionStorage` key of the time of the last reload. */
const reloadedKey = "strand-reloaded-at";
/** Milliseconds within which the page does not reload twice (CLI-11). */
const reloadGuard = 10_000;
/** Milliseconds of idleness before the manifest is loaded (CLI-10). */
const idleBeforeCheck = 1_000;
/** Milliseconds between two checks for a new release while the tab is visible. */
const pollInterval = 5 * 60_000;

async function read(url: string): Promise<{ id?: unknown } | undefined> {
  try {
    const response = await fetch(url, { cache: "no-store" });
    if (!response.ok) throw new Error(`status ${response.status}`);
    return (await response.json()) as { id?: unknown };
  } catch (error) {
    console.warn("The release cannot be read.", url, error);
    return undefined;
  }
}

/** Whether the server now serves another release than this page's. */
export async function isOutdated(release: string): Promise<boolean> {
  const latest = await read(`/builds/latest.json?t=${Date.now()}`);
  return typeof latest?.id === "string" && latest.id !== release;
}

/** Reloads the page unless it was reloaded within the last ten seconds; returns whether it does. */
export function reloadOnce(reload: () => void, storage: Storage): boolean {
  try {
    if (Date.now() - Number(storage.getItem(reloadedKey) ?? 0) < reloadGuard) return false;
    storage.setItem(reloadedKey, String(Date.now()));
  } catch (error) {
    // Without the guard, a page could reload forever.
    console.warn("The session's storage cannot be used.", error);
    return false;
  }
  reload();
  return true;
}

/** The navigation of the app's router. */
export interface Navigation {
  isPending: () => boolean;
  /** Resolves as soon as no navigation is pending. */
  ended: () => Promise<void>;
}

let navigation: Navigation = { isPending: () => false, ended: () => Promise.resolve() };

/** Sets the navigation that a reload waits for, as soon as the app has a router. */
export function setNavigation(current: Navigation): void {
  navigation = current;
}

let prefetches = 0;

/** Runs a prefetch. Its failure does not reload the page: the navigation to the address does, if there is one. */
export async function prefetchQuietly(prefetch: () => Promise<void>): Promise<void> {
  prefetches++;
  await prefetch().finally(() => prefetches--);
}

/** Checks for new releases as long as the page is open. Does nothing without a release, in development. */
export function watchReleases(release: string | undefined, reload = () => window.location.reload()): void {
  if (!release) return;
  let reported = false;
  const check = async () => {
    if (reported || document.visibilityState !== "visible" || !(await isOutdated(release))) return;
    reported = true;
    console.info("A new release is served.");
  };
  window.addEventListener("vite:preloadError", (event) => {
    event.preventDefault();
    if (prefetches > 0 && !navigation.isPending()) return;
    void isOutdated(release).then(async (isNew) => {
      if (!isNew) return;
      // A navigation that ended with an error has changed the URL: reloading opens it, with one history entry.
      await navigation.ended();
      reloadOnce(reload, window.sessionStorage);
    });
  });
  document.addEventListener("visibilitychange", () => void check());
  setInterval(() => void check(), pollInterval);
  setTimeout(() => void read(`/builds/meta/${release}.json`), idleBeforeCheck);
}
