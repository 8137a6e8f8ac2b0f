import { test as base } from "@playwright/test";
import { describeState, recordPage } from "./failureReport";

export * from "@playwright/test";

/**
 * The test function of all journeys. One browser context per worker is reused for all tests (`reuseContext` in
 * playwright.config.ts). Playwright resets its storage, cookies, cache, routes and emulated media before each test;
 * these fixtures reset what it does not: connection, permissions, and contexts that a test has opened itself. A test
 * that changes anything else, such as the speed of the processor, opens its own context.
 */
export const test = base.extend<{ ownContexts: undefined }>({
  context: async ({ context }, provide) => {
    await provide(context);
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
      await provide(undefined);
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
