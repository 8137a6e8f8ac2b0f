import { expect, type Page, test } from "./fixtures";
import { waitForApp } from "./hydration";

const panels = [
  ["Talk to an expert", "button"],
  ["News", "button"],
  ["Share this page", "button"],
  ["Search", "link"],
] as const;

/** Waits for the app: without a network, it could not be loaded any more. */
async function awaitApp(page: Page) {
  await page.waitForLoadState("networkidle");
  await waitForApp(page);
}

for (const [name, role] of panels) {
  test(`${name}: the panel reports a missing network until a retry succeeds`, async ({ page, context }) => {
    await page.goto("/en/careers");
    await awaitApp(page);
    await context.setOffline(true);
    await page.getByRole(role, { name }).first().click();
    const dialog = page.getByRole("dialog", { name });
    await expect(dialog.getByRole("alert")).toHaveText(/cannot be (opened|loaded|shown) at the moment/);
    await context.setOffline(false);
    await dialog.getByRole("button", { name: "Try again" }).click();
    // Older versions of Chromium remember the failure as long as the document exists, so that the page is reloaded.
    await expect(async () => {
      if (!(await dialog.isVisible())) {
        // Before hydration, a link leads to the page that works without JavaScript.
        if (new URL(page.url()).pathname !== "/en/careers") await page.goto("/en/careers");
        await page.waitForLoadState("networkidle");
        // The click fails if the panel opens at this moment and covers the button: the next round then finds the panel.
        await page.getByRole(role, { name }).first().click({ timeout: 2_000 });
      }
      await expect(dialog).toBeVisible({ timeout: 1_000 });
      await expect(dialog.getByRole("alert")).toBeHidden({ timeout: 1_000 });
    }).toPass();
  });
}

test("the language menu reports that the countries cannot be loaded without a network", async ({ page, context }) => {
  await page.goto("/en/careers");
  await page.waitForLoadState("networkidle");
  await context.setOffline(true);
  await page
    .getByRole("button", { name: /^Language and country/ })
    .first()
    .click();
  await expect(page.getByRole("alert").filter({ hasText: "countries cannot be loaded" })).toBeVisible();
});

test("the comparison reports a missing network until a retry succeeds", async ({ page, context }) => {
  await page.goto("/en/products/crimping/bench-presses");
  await page.waitForLoadState("networkidle");
  await context.setOffline(true);
  await page
    .getByRole("button", { name: /^Compare / })
    .first()
    .click();
  const dialog = page.getByRole("dialog", { name: "Comparison" });
  await expect(dialog.getByRole("alert")).toHaveText(/cannot be opened at the moment/);
  await context.setOffline(false);
  await dialog.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("button", { name: "Compare (1)" })).toBeVisible();
});

test("a picture is opened as a file when its lightbox cannot be loaded", async ({ page }) => {
  await page.goto("/en/media");
  await page.waitForLoadState("networkidle");
  await page.route(/Lightbox-.*\.js/, (route) => route.abort());
  await page
    .getByRole("link", { name: /^Enlarge/ })
    .first()
    .click();
  await page.waitForURL("**/images/original/**");
});
