/**
 * Detects new releases (CLI-10 to CLI-12): a tab that was open during a release may request a chunk that no longer
 * exists. The page then reloads once, or opens the address that the visitor was navigating to.
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

/** Returns the address of the pending navigation. */
let pendingAddress = (): string | undefined => undefined;

/** Sets the source of the address that a reload opens, as soon as the app has a router. */
export function setPendingAddress(read: () => string | undefined): void {
  pendingAddress = read;
}

let prefetches = 0;

/** Runs a prefetch. Its failure does not reload the page: the navigation to the address does, if there is one. */
export async function prefetchQuietly(prefetch: () => Promise<void>): Promise<void> {
  prefetches++;
  await prefetch().finally(() => prefetches--);
}

/** Opens an address from the server, with the current release; by default that of the page. */
function openAnew(address: string | undefined): void {
  const url = new URL(address ?? "", window.location.href).href;
  // Back navigation has changed the address already, and an assignment of the same address may load nothing.
  if (address === undefined || url === window.location.href) window.location.reload();
  else window.location.assign(url);
}

/** Checks for new releases as long as the page is open. Does nothing without a release, in development. */
export function watchReleases(release: string | undefined, open = openAnew): void {
  if (!release) return;
  let reported = false;
  const check = async () => {
    if (reported || document.visibilityState !== "visible" || !(await isOutdated(release))) return;
    reported = true;
    console.info("A new release is served.");
  };
  window.addEventListener("vite:preloadError", (event) => {
    event.preventDefault();
    // The navigation may have ended with an error, or begun, until the release is known.
    const failed = pendingAddress();
    if (prefetches > 0 && failed === undefined) return;
    void isOutdated(release).then((isNew) => {
      if (isNew) reloadOnce(() => open(pendingAddress() ?? failed), window.sessionStorage);
    });
  });
  document.addEventListener("visibilitychange", () => void check());
  setInterval(() => void check(), pollInterval);
  setTimeout(() => void read(`/builds/meta/${release}.json`), idleBeforeCheck);
}
