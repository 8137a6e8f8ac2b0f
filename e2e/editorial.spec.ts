// Rules: FEED-1, FEED-7, FEED-11, FEED-12, FEED-13, FEED-16, PAGE-25.

import { expect, test } from "./fixtures";
import { expectAccessible, expectUsableScreen, journeyWidth } from "./checks";
import { openFilters, tabTo } from "./keyboard";

test("a reader finds a story, reads and shares it, and opens the news by keyboard", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.setViewportSize({ width: journeyWidth, height: 800 });
  await page.goto("/en/stories");
  await expect(page.getByText("15 stories")).toBeVisible();

  await openFilters(page);
  await tabTo(page, /^Crimping/, "checkbox");
  await page.keyboard.press("Space");
  await expect(page).toHaveURL(/\?topic=crimping$/);
  await expect(page.getByText("3 stories")).toBeVisible();
  await tabTo(page, "Videos only", "checkbox");
  await page.keyboard.press("Space");
  await expect(page.getByText("1 story")).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("checkbox", { name: "Videos only" })).not.toBeChecked();

  await tabTo(page, "A crimp is for ever", "link");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "A crimp is for ever" })).toBeVisible();
  await expect(page).toHaveTitle("A crimp is for ever – Strand Group");

  await tabTo(page, "Share", "button");
  await page.keyboard.press("Enter");
  const share = page.getByRole("dialog", { name: "Share this page" });
  await tabTo(page, "Copy link", "button", "dialog[open]");
  await page.keyboard.press("Enter");
  await expect(share.getByText("Link copied")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/en\/stories\/a-crimp-is-forever$/);
  await expect(share.getByRole("link", { name: "LinkedIn" })).toHaveAttribute("rel", /noopener/);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("main").getByRole("button", { name: "Share" })).toBeFocused();

  await tabTo(page, "The honeycomb, on film", "link");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "The honeycomb, on film" })).toBeVisible();

  // The news: unread until they are opened, ten at first, more on demand.
  await expect(page.getByRole("button", { name: "News (unread)" })).toBeVisible();
  await tabTo(page, "News (unread)", "button", "body");
  await page.keyboard.press("Enter");
  const news = page.getByRole("dialog", { name: "News" });
  await expect(news.getByRole("listitem")).toHaveCount(10);
  await tabTo(page, "Show more", "button", "dialog[open]");
  await page.keyboard.press("Enter");
  await expect(news.getByRole("listitem")).toHaveCount(20);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "News", exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("button", { name: "News", exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "News (unread)" })).toHaveCount(0);
});

test("a journalist finds, reads and downloads a media release by keyboard", async ({ page }) => {
  await page.setViewportSize({ width: journeyWidth, height: 800 });
  await page.goto("/en/media");
  await tabTo(page, "All media releases", "link");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/en\/media-releases$/);
  await expect(page.getByText("12 media releases")).toBeVisible();

  await openFilters(page);
  await tabTo(page, "Ad hoc announcements only", "checkbox");
  await page.keyboard.press("Space");
  await expect(page.getByText("8 media releases")).toBeVisible();
  await tabTo(page, /^2026/, "checkbox");
  await page.keyboard.press("Space");
  await expect(page).toHaveURL(/year=2026/);
  await expect(page.getByText("4 media releases")).toBeVisible();

  await tabTo(page, "Half-year results 2026: margin improves", "link");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Ad hoc announcement")).toBeVisible();
  await tabTo(page, /^Download PDF/, "link");
  const file = await page.request.get(
    (await page.getByRole("link", { name: /^Download PDF/ }).getAttribute("href")) ?? "",
  );
  expect(file.headers()["content-type"]).toBe("application/pdf");
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("link", { name: /^Download PDF/ })).toBeHidden();
  await expect(page.getByRole("banner").getByRole("button").first()).toBeHidden();
});

test("opens the news with the action of a link", async ({ page }) => {
  await page.goto("/en", { waitUntil: "networkidle" }); // The app is hydrated.
  await page.getByRole("button", { name: "Latest news" }).click();
  await expect(page.getByRole("dialog", { name: "News" })).toBeVisible();
});

test("serves events as calendar files", async ({ page }) => {
  await page.goto("/de/events");
  // The first event that is not over, whichever that is today.
  const calendar = page.getByRole("link", { name: /^In den Kalender: / }).first();
  const file = await page.request.get((await calendar.getAttribute("href")) ?? "");
  expect(file.headers()["content-type"]).toContain("text/calendar");
  expect(await file.text()).toMatch(/DTSTART;VALUE=DATE:2\d{7}/);
  await expect(page.getByText("Tag der offenen Tür")).toBeHidden();
  await page.getByText("Vergangene Veranstaltungen").click();
  await expect(page.getByText("Tag der offenen Tür")).toBeVisible();
});

test("shows the stories that mention a product on its page", async ({ page }) => {
  await page.goto("/en/products/crimping/fully-automatic-crimping/double-sided/alpha-530");
  await page.locator("#stories").getByRole("link", { name: "A crimp is for ever" }).click();
  await expect(page).toHaveURL(/\/en\/stories\/a-crimp-is-forever$/);
  await page.locator("#products").getByRole("link", { name: "Alpha 530" }).click();
  await expect(page).toHaveURL(/alpha-530$/);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("stories can be filtered, read and found in the archive", async ({ page }) => {
    await page.goto("/en/stories");
    await page.getByRole("checkbox", { name: /^Crimping/ }).check();
    await page.getByRole("button", { name: "Show results" }).click();
    await expect(page.getByText("3 stories")).toBeVisible();
    await page.getByRole("link", { name: "A crimp is for ever" }).click();
    await expect(page.getByRole("heading", { name: "Thirty milliseconds" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Share" })).toBeHidden();
    await page.getByRole("link", { name: "All stories of 2026" }).click();
    await expect(page.getByText("9 stories")).toBeVisible();
  });
});

for (const path of [
  "/en/media",
  "/en/stories",
  "/en/stories/a-crimp-is-forever",
  "/de/stories/less-copper-on-the-floor",
  "/ja/stories/a-crimp-is-forever",
  "/en/stories/contacts",
  "/en/stories/contacts/noor-verhagen",
  "/en/media-releases",
  "/de/media-releases/order-intake-third-quarter-2026",
  "/en/events",
])
  test(`${path} has no horizontal overflow and no axe violations`, ({ page }) => expectUsableScreen(page, path));

test("the panels have no axe violations", async ({ page }) => {
  await page.goto("/en");
  await page.getByRole("button", { name: /^News/ }).click();
  await expect(page.getByRole("dialog").getByRole("listitem")).toHaveCount(10);
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Share this page" }).click();
  await expect(page.getByRole("dialog", { name: "Share this page" })).toBeVisible();
  await expectAccessible(page);
});
