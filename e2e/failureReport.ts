import type { Page } from "@playwright/test";

/** The number of messages and of requests in a report. */
const maxLines = 8;

declare global {
  interface Window {
    /** The last click of a document, for the report. */
    lastClick?: string;
  }
}

/** Records what a page does during a test. Returns the function that describes it, for the report of a failed test. */
export async function recordPage(page: Page): Promise<() => Promise<string>> {
  const messages: string[] = [];
  const pending = new Set<string>();
  page.on("console", (message) => {
    if (/error|warning/.test(message.type())) messages.push(message.text());
  });
  page.on("pageerror", (error) => messages.push(error.message));
  page.on("request", (request) => pending.add(request.url()));
  page.on("requestfinished", (request) => pending.delete(request.url()));
  page.on("requestfailed", (request) => {
    pending.delete(request.url());
    messages.push(`${request.url()} failed: ${request.failure()?.errorText ?? ""}`);
  });
  await page.addInitScript(() => {
    window.addEventListener("click", ({ target }) => {
      if (target instanceof Element) window.lastClick = target.outerHTML.slice(0, 120);
    });
  });
  return async () =>
    [
      await describeState(page),
      ...messages.slice(-maxLines).map((message) => `Message: ${message.split("\n", 1)[0]?.slice(0, 200)}`),
      ...[...pending].slice(-maxLines).map((url) => `Pending: ${url}`),
    ].join("\n");
}

/** Describes what a page shows, for the report of a failed test. */
export async function describeState(page: Page): Promise<string> {
  const state = await page.evaluate(readState).catch((error: unknown) => String(error));
  return `Page: ${page.url()} ${JSON.stringify(state)}`;
}

/** Runs in the page. */
function readState() {
  const root = document.getElementById("strand");
  return {
    ready: document.readyState,
    // React marks the container of a root when it starts to hydrate it.
    hydrates: root !== null && Object.keys(root).some((key) => key.startsWith("__reactContainer")),
    loading: "loading" in document.documentElement.dataset,
    popovers: [...document.querySelectorAll(":popover-open")].map((popover) => popover.id),
    focused: document.activeElement?.outerHTML.slice(0, 120),
    lastClick: window.lastClick,
    history: history.state as unknown,
  };
}
