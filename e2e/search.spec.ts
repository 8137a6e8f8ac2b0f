// Rules: SRCH-1, SRCH-2, SRCH-3, SRCH-5, SRCH-9.

import { expect, type Page, test } from "./fixtures";
import {
  expectAccessible,
  expectNoOverflow,
  expectUsable,
  expectUsableAt,
  expectUsableScreen,
  journeyWidth,
  otherWidths,
} from "./checks";
import { openFilters, tabTo } from "./keyboard";

test("a visitor searches from any page by keyboard", async ({ page }) => {
  await page.setViewportSize({ width: journeyWidth, height: 800 });
  // Before hydration, the link leads to the page of the search.
  await page.goto("/en/about", { waitUntil: "networkidle" });
  await tabTo(page, "Search", "link", "header");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Search" });
  const field = dialog.getByRole("combobox", { name: "What are you looking for?" });
  await expect(field).toBeFocused();

  // A suggestion with emphasized matches can be followed directly.
  await page.keyboard.type("alpha 53");
  await expect(dialog.getByRole("option").first()).toHaveText(/^Alpha 530\s*Double-sided crimping machines$/);
  await expect(dialog.getByRole("option").first().locator("em")).toHaveText(["Alpha", "530"]);
  await expect(field).toHaveAttribute("aria-expanded", "true");
  await expectAccessible(page, "dialog[open]");
  await page.keyboard.press("ArrowDown");
  await expect(dialog.getByRole("option").first()).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Alpha 530" })).toBeVisible();
  await expect(dialog).toBeHidden();

  // Enter without a suggestion opens all results.
  await tabTo(page, "Search", "link", "header");
  await page.keyboard.press("Enter");
  await expect(field).toBeFocused();
  await page.keyboard.type("crimping");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/en\/search\?q=crimping$/);
  await expect(page.getByRole("heading", { level: 1, name: "Search" })).toBeVisible();
  await expect(page.getByText(/^\d+ results for “crimping”$/)).toBeVisible();
  const results = page.getByRole("main").getByRole("heading", { level: 2 });
  await expect(results).toHaveCount(10);
  await expectUsable(page);

  // More results are added below.
  const first = await results.allInnerTexts();
  await tabTo(page, "Show more", "link");
  await page.keyboard.press("Enter");
  await expect(results).not.toHaveCount(10);
  expect((await results.allInnerTexts()).slice(0, 10)).toEqual(first);

  // Filters by one type.
  await openFilters(page);
  await tabTo(page, /^Story/, "checkbox");
  await page.keyboard.press("Space");
  await expect(page).toHaveURL(/type=STORY/);
  await expect(results.first().getByRole("link")).toHaveAttribute("href", /\/stories\//);
  await tabTo(page, "Reset filters", "link");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/en\/search\?q=crimping$/);
  await tabTo(page, await results.first().innerText(), "link");
  await page.keyboard.press("Enter");
  await expect(page).not.toHaveURL(/search/);
  await page.goBack();
  await expect(results).toHaveCount(10);
});

test("the search and its results are usable at the other widths", async ({ page }) => {
  await expectUsableScreen(page, "/en/search?q=crimping", otherWidths);
  for (const width of otherWidths) {
    await page.setViewportSize({ width, height: 800 });
    const dialog = page.getByRole("dialog", { name: "Search" });
    await expect(async () => {
      // Before hydration, the link leads to the page of the search.
      await page.goto("/en/about");
      await page.getByRole("banner").getByRole("link", { name: "Search" }).click();
      await expect(dialog).toBeVisible({ timeout: 5_000 });
    }).toPass();
    await dialog.getByRole("combobox").fill("alpha 53");
    await expect(dialog.getByRole("option").first()).toBeVisible();
    await expectAccessible(page, "dialog[open]");
    await expectNoOverflow(page);
  }
});

test("Escape closes the suggestions, then the search, and restores the focus", async ({ page }) => {
  // Before hydration, the link leads to the page of the search.
  await page.goto("/de/", { waitUntil: "networkidle" });
  await page.getByRole("banner").getByRole("link", { name: "Suche" }).click();
  const dialog = page.getByRole("dialog", { name: "Suche" });
  await expect(dialog.getByRole("combobox")).toBeFocused();
  await page.keyboard.type("kabelv");
  await expect(dialog.getByRole("option").first()).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog.getByRole("option")).toHaveCount(0);
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("banner").getByRole("link", { name: "Suche" })).toBeFocused();
});

/** Delays the response to a script until the returned function is called. */
async function delayScript(page: Page, script: string): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(script, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

test("a search field keeps what is typed while its suggestions are loading", async ({ page }) => {
  const release = await delayScript(page, "**/SearchSuggestions-*.js");
  await page.goto("/en/search?q=alpha", { waitUntil: "load" });
  const field = page.getByRole("main").getByLabel("What are you looking for?");
  const script = page.waitForRequest("**/SearchSuggestions-*.js");
  await field.click({ clickCount: 3 });
  await script;
  await page.keyboard.type("cr", { delay: 60 });
  release();
  await page.keyboard.type("imping", { delay: 60 });
  await expect(page.getByRole("main").getByRole("combobox", { name: "What are you looking for?" })).toBeFocused();
  await expect(field).toHaveValue("crimping");
  await expect(page.getByRole("option").first()).toBeVisible();
  await page.keyboard.press("Home");
  await page.keyboard.type("wire ", { delay: 60 });
  await expect(field).toHaveValue("wire crimping");
  // The history of the field reaches back to before the suggestions.
  for (let i = 0; i < 20 && (await field.inputValue()) !== "alpha"; i++) await page.keyboard.press("Control+z");
  await expect(field).toHaveValue("alpha");
  await field.click({ clickCount: 3 });
  await page.keyboard.type("stripping");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/en\/search\?q=stripping$/);
  await expect(page.getByText(/ results for “stripping”$/)).toBeVisible();
  await expect(field).toHaveValue("stripping");
});

test("a search field keeps what is typed before hydration", async ({ page }) => {
  const release = await delayScript(page, "**/assets/*.js");
  await page.goto("/en/search?q=alpha", { waitUntil: "commit" });
  const field = page.getByRole("main").getByLabel("What are you looking for?");
  await field.click({ clickCount: 3 });
  await page.keyboard.type("cri", { delay: 60 });
  release();
  await page.keyboard.type("mping", { delay: 60 });
  await expect(page.getByRole("option").first()).toBeVisible();
  await expect(field).toBeFocused();
  await expect(field).toHaveValue("crimping");
});

test("an input method can compose while the suggestions are loading", async ({ page }) => {
  const release = await delayScript(page, "**/SearchSuggestions-*.js");
  await page.goto("/ja/search", { waitUntil: "load" });
  const field = page.getByRole("main").getByRole("search").locator("[name=q]");
  const script = page.waitForRequest("**/SearchSuggestions-*.js");
  await field.click();
  await script;
  const keyboard = await page.context().newCDPSession(page);
  await keyboard.send("Input.imeSetComposition", { text: "あっ", selectionStart: 2, selectionEnd: 2 });
  release();
  await expect(field).toHaveRole("combobox");
  await keyboard.send("Input.imeSetComposition", { text: "あっちゃく", selectionStart: 5, selectionEnd: 5 });
  await expect(field).toHaveValue("あっちゃく");
  // Choosing a conversion replaces the composition.
  await keyboard.send("Input.insertText", { text: "圧着" });
  await expect(field).toHaveValue("圧着");
  await expect(page.getByRole("option").first()).toBeVisible();
});

test("finds a misspelled word, and offers other pages when nothing is found", async ({ page }) => {
  await page.goto("/en/search?q=crimpnig");
  await expect(page.getByText(/^No exact match for “crimpnig”\. \d+ similar results:$/)).toBeVisible();
  await page.goto(`/en/search?q=${encodeURIComponent('"><script>alert(1)</script> zzzzzz')}`);
  await expect(page.getByText('Nothing was found for “"><script>alert(1)</script> zzzzzz”.')).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: "Products" })).toBeVisible();
  await expectAccessible(page);
  await expectUsableAt(page, otherWidths);
  await page.getByRole("main").getByRole("button", { name: "Talk to an expert" }).click();
  await expect(page.getByRole("dialog", { name: "Talk to an expert" })).toBeVisible();
});

for (const [locale, query, found] of [
  ["de", "Kabelbaum", /Kabelb/],
  ["ja", "圧着", /圧着/],
  ["zh", "压接", /压接/],
] as const) {
  test(`finds words in the language of the page: ${locale}`, async ({ page }) => {
    await page.goto(`/${locale}/search?q=${encodeURIComponent(query)}`);
    await expect(page.getByRole("main").getByRole("heading", { level: 2 }).first()).toBeVisible();
    await expect(page.getByRole("main").locator("ol em").filter({ hasText: found }).first()).toBeVisible();
  });
}

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the search and its filters are forms", async ({ page }) => {
    await page.goto("/en/about");
    await page.getByRole("banner").getByRole("link", { name: "Search" }).click();
    await page.getByLabel("What are you looking for?").fill("wire");
    await page.getByRole("main").getByRole("button", { name: "Search" }).click();
    await expect(page).toHaveURL(/\/en\/search\?q=wire$/);
    await page.getByRole("link", { name: "Show more" }).click();
    await expect(page.getByRole("main").locator("ol > li")).toHaveCount(20);
    await page.getByRole("checkbox", { name: /^Product/ }).check();
    await page.getByRole("button", { name: "Show results" }).click();
    await expect(page).toHaveURL(/q=wire&type=PRODUCT/);
    await expect(page.getByRole("main").locator("ol > li").first()).toContainText("Product");
  });
});
