import { expect, test } from "./fixtures";
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
  await page.goto("/en/about");
  await tabTo(page, "Search", "link", "header");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Search" });
  const field = dialog.getByRole("combobox", { name: "What are you looking for?" });
  await expect(field).toBeFocused();

  // A suggestion with emphasized matches can be followed directly.
  await page.keyboard.type("alpha 53");
  await expect(dialog.getByRole("option").first()).toHaveText(/^Alpha 530\s*Product$/);
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
  await page.goto("/de/");
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
