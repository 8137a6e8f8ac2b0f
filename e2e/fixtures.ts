import { type BrowserContext, type Page, test as base } from "@playwright/test";
import { describeState, recordPage } from "./failureReport";
import { waitForApp } from "./hydration";

export * from "@playwright/test";

/**
 * The test function of all journeys. One browser context per worker is reused for all tests (`reuseContext` in
 * playwright.config.ts). Playwright resets its storage, cookies, cache, routes and emulated media before each test;
 * these fixtures reset what it does not: connection, permissions, and contexts that a test has opened itself. A test
 * that changes anything else, such as the speed of the processor, opens its own context.
 *
 * `goto` and `reload` wait for the app: on a busy machine a test would else act before it, where links load documents
 * and forms are sent by the browser. A test of that time waits until "commit".
 */
export const test = base.extend<{ ownContexts: undefined }>({
  context: async ({ context }, provide) => {
    await provide(awaitApps(context));
    await context.setOffline(false);
    await context.clearPermissions();
  },
  // The log of a failed run is often all that is left of it.
  page: async ({ page }, provide, testInfo) => {
    const describePage = await recordPage(page);
    await provide(page);
    if (testInfo.status !== testInfo.expectedStatus) throw new Error(await describePage());
  },
  ownContexts: [
    async ({ browser }, provide, testInfo) => {
      const newContext = browser.newContext.bind(browser);
      browser.newContext = async (options) => awaitApps(await newContext(options));
      await provide(undefined);
      browser.newContext = newContext;
      const contexts = browser.contexts();
      const pages = testInfo.status === testInfo.expectedStatus ? [] : contexts.flatMap((context) => context.pages());
      const states = await Promise.all(pages.map(describeState));
      // Pages that stay open would use the processor during the next tests.
      for (const context of contexts) await context.close();
      if (states.length > 0) throw new Error(states.join("\n"));
    },
    { auto: true },
  ],
});

const awaited = new WeakSet<Page>();

/** Makes the pages of a context wait for the app after a document was loaded. */
function awaitApps(context: BrowserContext) {
  context.pages().forEach(awaitApp);
  return context.on("page", awaitApp);
}

function awaitApp(page: Page) {
  if (awaited.has(page)) return;
  awaited.add(page);
  const goto = page.goto.bind(page);
  const reload = page.reload.bind(page);
  page.goto = async (url, options) => {
    const response = await goto(url, options);
    if (options?.waitUntil !== "commit") await waitForApp(page);
    return response;
  };
  page.reload = async (options) => {
    const response = await reload(options);
    if (options?.waitUntil !== "commit") await waitForApp(page);
    return response;
  };
}
