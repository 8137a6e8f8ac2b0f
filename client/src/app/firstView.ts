/** Milliseconds after which a slow picture no longer delays the app. */
const maxWait = 3000;

/** What a visitor does first: the app is then needed. Browsers send `pointermove` of a pointer at rest as well. */
const interactions = ["pointerdown", "touchstart", "keydown"] as const;

/**
 * Resolves when the first view of a rendered document is painted with its main picture, so that the app's code does not
 * compete with them for the connection; earlier at the first interaction, and immediately if nothing is shown yet.
 */
export function firstView(): Promise<void> {
  const isShown = document.visibilityState === "visible" && document.getElementById("strand")?.hasChildNodes();
  if (!isShown) return Promise.resolve();
  return new Promise((resolve) => {
    const end = () => resolve();
    const once = { once: true, capture: true, passive: true };
    for (const name of interactions) document.addEventListener(name, end, once);
    document.addEventListener("visibilitychange", end, once);
    setTimeout(end, maxWait);
    // After the next frame.
    const painted = () => requestAnimationFrame(() => setTimeout(end));
    const picture = document.querySelector<HTMLImageElement>("img[fetchpriority=high]");
    if (!picture || picture.complete) return painted();
    picture.addEventListener("load", painted, once);
    picture.addEventListener("error", painted, once);
  });
}
