// Rules: INV-7.

import { expect, test } from "./fixtures";
import { expectAccessible, expectUsable, expectUsableScreen, journeyWidth, otherWidths, scriptsOf } from "./checks";
import { tabTo } from "./keyboard";

const report = "/en/investors/annual-report-2025";

test("an investor reads the annual report from start to end by keyboard", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.setViewportSize({ width: journeyWidth, height: 800 });
  const documents: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "document") documents.push(request.url());
  });
  await page.goto("/en/investors", { waitUntil: "networkidle" });
  await tabTo(page, "Read the annual report", "link");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Annual report 2025");
  const chapters = page.getByRole("navigation", { name: "Chapters: Annual report 2025" });
  const titles = (await chapters.getByRole("link").allInnerTexts()).map((text) => text.replace(/^\d+\s+/, "").trim());
  expect(titles.length).toBeGreaterThanOrEqual(6);
  await expectUsable(page);

  await tabTo(page, titles[0] ?? "", "link");
  await page.keyboard.press("Enter");
  for (const [i, title] of titles.entries()) {
    await expect(page).toHaveTitle(`${title} – Strand Group`);
    // The chapter has the focus.
    await expect(page.getByRole("main")).toBeFocused();
    const place = `Chapter ${i + 1} of ${titles.length}`;
    await expect(page.getByRole("main").getByText(place).locator("visible=true")).toHaveCount(1);
    await expect(chapters.getByRole("link")).toHaveCount(0);
    await expectUsable(page);
    const next = titles[i + 1];
    if (!next) break;
    await tabTo(page, `Next ${next}`, "link");
    await page.keyboard.press("Enter");
  }
  const turn = page.getByRole("navigation", { name: "Previous and next chapter" });
  await expect(turn.getByRole("link")).toHaveCount(1);
  await expect(turn.getByRole("link", { name: `Previous ${titles.at(-2)}` })).toBeVisible();
  // The whole report loaded one document.
  expect(documents).toHaveLength(1);
});

for (const [i, path] of [
  "",
  "/letter-to-shareholders",
  "/year-at-a-glance",
  "/strategy",
  "/business-report",
  "/sustainability",
  "/financial-summary",
  "/corporate-governance",
  "/compensation-report",
].entries())
  test(`${report}${path} of the report has no horizontal overflow and no axe violations`, async ({ page }) => {
    await expectUsableScreen(page, report + path, otherWidths);
    if (i === 0) return;
    // A wide screen shows all chapters beside the text.
    const chapters = page.getByRole("navigation", { name: "Chapters: Annual report 2025" });
    await expect(chapters.locator("[aria-current=page]").locator("visible=true")).toHaveAttribute(
      "href",
      report + path,
    );
    await page.setViewportSize({ width: 768, height: 900 });
    await expect(chapters.getByRole("link")).toHaveCount(0);
  });

test("the chapters can be expanded by keyboard on a small screen, and are collapsed in the next chapter", async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto(`${report}/strategy`, { waitUntil: "networkidle" });
  const folded = page.getByRole("main").locator("details", { hasText: "Chapter 3 of 8" });
  await folded.locator("summary").focus();
  await page.keyboard.press("Enter");
  await expect(folded).toHaveAttribute("open", "");
  await expectAccessible(page);
  await tabTo(page, "Sustainability", "link");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`${report}/sustainability`);
  await expect(page.getByRole("main").locator("details", { hasText: "Chapter 5 of 8" })).not.toHaveAttribute("open");
});

test("the sections of a chapter are linked beside it, in a sticky list", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.setViewportSize({ width: 1440, height: 800 });
  await page.goto(`${report}/financial-summary`, { waitUntil: "networkidle" });
  const chapters = page.getByRole("navigation", { name: "Chapters: Annual report 2025" });
  await chapters.getByRole("link", { name: "Cash flow" }).click();
  await expect(page.getByRole("heading", { name: "Cash flow" })).toBeInViewport();
  await expect(chapters.getByRole("link", { name: "Letter to shareholders" })).toBeInViewport();
});

test("the printed report has the content of the screen without its navigation", async ({ page }) => {
  await page.goto(`${report}/letter-to-shareholders`);
  await page.emulateMedia({ media: "print" });
  await expect(page.getByText("Chapter 1 of 8").locator("visible=true")).toHaveCount(1);
  await expect(page.getByRole("heading", { name: "What we propose" })).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Previous and next chapter" })).toBeHidden();
  await expect(page.getByRole("navigation", { name: /^Chapters/ })).toBeHidden();
});

test("the report can be downloaded", async ({ page }) => {
  await page.goto(report);
  const link = page.getByRole("link", { name: /Annual report 2025, all chapters/ });
  const file = await page.request.get((await link.getAttribute("href")) ?? "");
  expect(file.status()).toBe(200);
  expect((await file.body()).subarray(0, 5).toString()).toBe("%PDF-");
});

for (const [path, isLoaded] of [
  ["/en/media", false],
  [`${report}/strategy`, true],
] as const)
  test(`${path} ${isLoaded ? "loads" : "does not load"} the code of the report layout`, async ({ page }) => {
    expect((await scriptsOf(page, path)).some((url) => url.includes("ReportLayout"))).toBe(isLoaded);
  });

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  for (const width of [360, 1440]) {
    test(`the report can be read from start to end at ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 800 });
      await page.goto("/de/investors/annual-report-2025");
      await page.getByRole("main").getByRole("link", { name: "Brief an die Aktionärinnen und Aktionäre" }).click();
      let read = 1;
      for (; ; read++) {
        await expect(page.getByText(`Kapitel ${read} von 8`).locator("visible=true")).toHaveCount(1);
        await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
        const next = page
          .getByRole("navigation", { name: "Vorheriges und nächstes Kapitel" })
          .getByRole("link", { name: /^Weiter / });
        if ((await next.count()) === 0) break;
        await next.click();
      }
      expect(read).toBe(8);
      if (width < 1024) await page.locator("summary", { hasText: "Kapitel 8 von 8" }).click();
      await page
        .getByRole("navigation", { name: "Kapitel: Geschäftsbericht 2025" })
        .getByRole("link", { name: "Strategie" })
        .click();
      await expect(page).toHaveURL(/\/de\/investors\/annual-report-2025\/strategy$/);
    });
  }
});
