// Rules: LCN-1, LCN-5, LCN-8.

import { expect, test } from "./fixtures";
import {
  expectAccessible,
  expectNoOverflow,
  expectUsable,
  expectUsableScreen,
  journeyWidth,
  otherWidths,
  widths,
} from "./checks";
import { openFilters, tabTo } from "./keyboard";

test("a visitor finds a service location by keyboard", async ({ page }) => {
  await page.setViewportSize({ width: journeyWidth, height: 800 });
  await page.goto("/en/contacts");
  await expect(page.getByText("24 locations", { exact: true })).toBeVisible();
  await expectUsable(page);

  await openFilters(page);
  await tabTo(page, /^Asia-Pacific/, "checkbox");
  await page.keyboard.press("Space");
  await expect(page).toHaveURL(/\?region=ASIA_PACIFIC$/);
  await expect(page.getByText("5 locations")).toBeVisible();
  await tabTo(page, /^Training/, "checkbox");
  await page.keyboard.press("Space");
  await expect(page.getByText("2 locations")).toBeVisible();
  await expect(page.getByRole("heading", { level: 4 })).toHaveText(["Komax China", "Komax Japan"]);

  // The URL contains the filters: it can be shared, and can be reset.
  await page.reload();
  await expect(page.getByText("2 locations")).toBeVisible();
  await tabTo(page, "Reset filters", "link");
  await page.keyboard.press("Enter");
  await expect(page.getByText("24 locations", { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/contacts$/);

  await openFilters(page);
  await tabTo(page, "Country", "combobox");
  await page.keyboard.type("Jap");
  await expect(page).toHaveURL(/\?country=JP$/);
  await expect(page.getByRole("heading", { level: 4 })).toHaveText(["Komax Japan"]);
});

test("the map opens at the visitor's country and leads to the list by keyboard", async ({ page }) => {
  await page.setViewportSize({ width: journeyWidth, height: 800 });
  await page.goto("/de-ch/contacts");
  const map = page.getByRole("group", { name: "Karte der Standorte" });
  await expect(map.getByRole("link", { name: /Rotkreuz/ })).toHaveCount(1);
  await expect(map.getByRole("link", { name: /Nagoya/ })).toHaveCount(0);
  await tabTo(page, "Ganze Welt zeigen", "button");
  await page.keyboard.press("Enter");
  await expect(map.getByRole("link", { name: /Nagoya/ })).toHaveCount(1);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    await expectUsable(page);
  }
  await page.goto("/ja-jp/contacts");
  await page.getByRole("link", { name: /Nagoya/ }).focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/#location-nagoya$/);
  await expect(page.getByRole("heading", { name: "Komax Japan" })).toBeInViewport();
});

test("a visitor opens the contact panel with the location of their country by keyboard", async ({ page }) => {
  await page.setViewportSize({ width: journeyWidth, height: 800 });
  await page.goto("/de-ch/products");
  await tabTo(page, "Mit Fachleuten sprechen", "button", "body");
  await page.keyboard.press("Enter");
  const panel = page.getByRole("dialog", { name: "Mit Fachleuten sprechen" });
  await expect(panel.getByText("Ihr Kontakt: Schweiz")).toBeVisible();
  await expect(panel.getByRole("link", { name: "+41 00 000 00 02" })).toHaveAttribute("href", "tel:+41000000002");
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    await expectAccessible(page, "dialog[open]");
    await expectNoOverflow(page);
  }
  await page.setViewportSize({ width: journeyWidth, height: 800 });
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Mit Fachleuten sprechen" })).toBeFocused();
});

test("the locations are usable at the other widths", ({ page }) =>
  expectUsableScreen(page, "/en/contacts", otherWidths));

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the locations are filtered by a form, and the side button links to the contact page", async ({ page }) => {
    await page.goto("/en/contacts");
    await page.getByRole("checkbox", { name: /^Training/ }).check();
    await page.getByRole("button", { name: "Show results" }).click();
    await expect(page).toHaveURL(/type=TRAINING/);
    await expect(page.getByText("6 locations")).toBeVisible();
    const side = page.getByRole("complementary", { name: "Quick access" });
    await expect(side.getByRole("button")).toHaveCount(0);
    await expect(side.getByRole("link")).toHaveAttribute("href", "/en/contact");
  });
});
