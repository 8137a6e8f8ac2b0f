import type { Frame, Page } from "@playwright/test";

/**
 * Waits until the app has begun to hydrate a document, if it has scripts: from then on React handles a click, and
 * hydrates for it what is clicked. Before, links load documents and forms are sent by the browser.
 */
export async function waitForApp(page: Page | Frame) {
  await page.waitForFunction(() => {
    const root = document.getElementById("strand");
    if (!root || matchMedia("(scripting: none)").matches) return true;
    // React marks the container of a root.
    return Object.keys(root).some((key) => key.startsWith("__reactContainer"));
  });
}
