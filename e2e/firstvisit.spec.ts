import { expect, test } from "./fixtures";

/** The maximum number of script files of a first visit, besides Apollo Client. */
const maxScripts = { "/en": 5, "/en/products/crimping/bench-presses/h-20": 7 };

for (const [path, max] of Object.entries(maxScripts)) {
  test(`a first visit of ${path} loads the picture once, the app in few files, and Apollo Client afterwards`, async ({
    browser,
  }) => {
    // A context of its own has an empty cache.
    const context = await browser.newContext();
    try {
      const page = await context.newPage();
      const requested: string[] = [];
      const pathOf = (url: string) => new URL(url).pathname;
      page.on("request", (request) => requested.push(pathOf(request.url())));
      const news = page.waitForResponse(/\/graphql\?.*persistedQuery/);
      await page.goto(path, { waitUntil: "commit" });
      expect((await news).ok()).toBe(true);
      const scripts = requested.filter((one) => /^\/assets\/.*\.js$/.test(one) && !one.includes("worker"));
      expect(scripts.length).toBeLessThanOrEqual(max + 1);
      // The document names all others: the unread mark loads it when the page is hydrated and the browser is idle.
      expect(scripts.map((one) => one.includes("apollo")).indexOf(true)).toBe(scripts.length - 1);
      expect(await page.locator("#strand-config").textContent()).not.toContain("apollo");
      expect(requested.filter((one) => one.endsWith("/_site.json"))).toHaveLength(1);
      // The preload in the head and the picture choose the same file.
      const main = page.locator('img[fetchpriority="high"]');
      await expect.poll(() => main.evaluate((picture: HTMLImageElement) => picture.currentSrc)).not.toBe("");
      const shown = pathOf(await main.evaluate((picture: HTMLImageElement) => picture.currentSrc));
      const sizes = new RegExp(shown.replace(/\/\d+\//, "/\\d+/"));
      // The drawings of documents have the picture, too, in a size of their own or in that of the loaded one.
      const drawn = await page
        .locator('picture:has(source[sizes="64px"]) img')
        .evaluateAll((pictures: HTMLImageElement[]) => pictures.map(({ currentSrc }) => currentSrc).filter(Boolean));
      const others = drawn.map(pathOf).filter((one) => one !== shown);
      expect(requested.filter((one) => sizes.test(one) && !others.includes(one))).toEqual([shown]);
    } finally {
      await context.close();
    }
  });
}
