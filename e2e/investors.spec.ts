// Rules: INV-4.

import { expect, test } from "./fixtures";
import { expectUsable, expectUsableScreen, journeyWidth, otherWidths, scriptsOf } from "./checks";
import { tabTo } from "./keyboard";

test("an investor reads values, looks up a day and downloads a table by keyboard", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.setViewportSize({ width: journeyWidth, height: 800 });
  await page.goto("/de/investors");
  // German numbers are formatted as in Switzerland.
  await expect(page.getByRole("table", { name: "Jahreszahlen" }).getByRole("cell", { name: /^3.336$/ })).toHaveCount(1);

  await tabTo(page, "Kennzahl", "combobox");
  await page.keyboard.type("Reingewinn");
  await expect(page.getByRole("img", { name: "Jahreszahlen, Reingewinn, Mio. CHF" })).toBeVisible();

  await tabTo(page, "Alle", "radio");
  await page.keyboard.press("ArrowLeft");
  await expect(page.getByRole("radio", { name: "5 Jahre" }).first()).toBeChecked();
  const day = page.getByRole("slider", { name: "Aktienkurs: Tag wählen" });
  await day.focus();
  await page.keyboard.press("Home");
  await expect(day).toHaveAttribute("aria-valuetext", /31\.12\.2020, Aktie CHF \d/);

  await tabTo(page, "CSV herunterladen: Aktienkurs", "link");
  const file = await page.request.get(
    (await page.getByRole("link", { name: "CSV herunterladen: Aktienkurs" }).getAttribute("href")) ?? "",
  );
  expect((await file.text()).split("\n").length).toBeGreaterThan(3000);

  await expectUsable(page);
});

test("the financial tables are usable at the other widths", ({ page }) =>
  expectUsableScreen(page, "/de/investors", otherWidths));

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("financial tables are drawn and listed", async ({ page }) => {
    await page.goto("/en/investors");
    await expect(page.getByRole("img", { name: /^Annual figures/ })).toBeVisible();
    await page.getByText("Show as a table").first().click();
    await expect(page.getByRole("table", { name: "Share price" })).toBeVisible();
    await expect(page.getByRole("combobox")).toHaveCount(0);
  });
});

for (const [path, isLoaded] of [
  ["/en/media", false],
  ["/en/investors", true],
] as const)
  test(`${path} ${isLoaded ? "loads" : "does not load"} the code of charts`, async ({ page }) => {
    expect((await scriptsOf(page, path)).some((url) => url.includes("Investor"))).toBe(isLoaded);
  });
