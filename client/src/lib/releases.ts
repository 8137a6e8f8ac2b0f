/**
 * Finds out about new releases (CALL-21): a tab that was open over one may ask for a chunk that is
 * gone. It then loads anew, once.
 */

/** Keeps when the page was last loaded anew, in session storage. */
const reloadedKey = "strand-reloaded-at";
/** Milliseconds within which the page is not loaded anew twice (CLI-11). */
const reloadGuard = 10_000;
/** Milliseconds of idleness before the manifest is asked for (CLI-10). */
const idleBeforeCheck = 1_000;
/** Milliseconds between looks at the latest release, while the tab is seen. */
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

/** Whether another release than this page's own is served now. */
export async function isOutdated(release: string): Promise<boolean> {
  const latest = await read(`/builds/latest.json?t=${Date.now()}`);
  return typeof latest?.id === "string" && latest.id !== release;
}

/** Loads the page anew unless that was done a moment ago. */
export function reloadOnce(reload: () => void, storage: Storage): boolean {
  try {
    if (Date.now() - Number(storage.getItem(reloadedKey) ?? 0) < reloadGuard) return false;
    storage.setItem(reloadedKey, String(Date.now()));
  } catch (error) {
    // Without the guard a page could load itself for ever.
    console.warn("The session's storage cannot be used.", error);
    return false;
  }
  reload();
  return true;
}

/** Watches for releases as long as the page lives. Outside of a build, where there is no release, it does nothing. */
export function watchReleases(release: string | undefined): void {
  if (!release) return;
  let told = false;
  const check = async () => {
    if (told || document.visibilityState !== "visible" || !(await isOutdated(release))) return;
    told = true;
    console.info("A new release is served; this page loads it when it needs something that is gone.");
  };
  window.addEventListener("vite:preloadError", (event) => {
    event.preventDefault();
    void isOutdated(release).then((isNew) => {
      if (isNew) reloadOnce(() => window.location.reload(), window.sessionStorage);
    });
  });
  document.addEventListener("visibilitychange", () => void check());
  setInterval(() => void check(), pollInterval);
  setTimeout(() => void read(`/builds/meta/${release}.json`), idleBeforeCheck);
}
