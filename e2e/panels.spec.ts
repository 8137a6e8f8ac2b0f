import { expect, test } from "@playwright/test";

const panels = [
  ["Talk to an expert", "button"],
  ["News", "button"],
  ["Share this page", "button"],
  ["Search", "link"],
] as const;

for (const [name, role] of panels) {
  test(`${name}: without a network the panel says that it cannot be opened, until it can`, async ({
    page,
    context,
  }) => {
    await page.goto("/en/careers");
    await page.waitForLoadState("networkidle");
    await context.setOffline(true);
    await page.getByRole(role, { name }).first().click();
    const dialog = page.getByRole("dialog", { name });
    await expect(dialog.getByRole("alert")).toHaveText(/cannot be (opened|loaded|shown) now/);
    await context.setOffline(false);
    await dialog.getByRole("button", { name: "Try again" }).click();
    // Older versions of Chromium keep the failure as long as the document exists, so that the page is reloaded.
    await expect(async () => {
      if (!(await dialog.isVisible())) {
        // Before the app has hydrated, a link leads to the page that does without scripts.
        if (new URL(page.url()).pathname !== "/en/careers") await page.goto("/en/careers");
        await page.waitForLoadState("networkidle");
        // Not pressed if the panel opens at this moment and covers the button: the next round then sees the panel.
        await page.getByRole(role, { name }).first().click({ timeout: 2_000 });
      }
      await expect(dialog).toBeVisible({ timeout: 1_000 });
      await expect(dialog.getByRole("alert")).toBeHidden({ timeout: 1_000 });
    }).toPass();
  });
}

test("without a network the menu of languages says that the countries cannot be loaded", async ({ page, context }) => {
  await page.goto("/en/careers");
  await page.waitForLoadState("networkidle");
  await context.setOffline(true);
  await page
    .getByRole("button", { name: /^Language and country/ })
    .first()
    .click();
  await expect(page.getByRole("alert").filter({ hasText: "countries cannot be loaded" })).toBeVisible();
});

test("without a network the comparison says that it cannot be opened, until it can", async ({ page, context }) => {
  await page.goto("/en/products/crimping/bench-presses");
  await page.waitForLoadState("networkidle");
  await context.setOffline(true);
  await page
    .getByRole("button", { name: /^Compare / })
    .first()
    .click();
  const dialog = page.getByRole("dialog", { name: "Comparison" });
  await expect(dialog.getByRole("alert")).toHaveText(/cannot be opened now/);
  await context.setOffline(false);
  await dialog.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("button", { name: "Compare (1)" })).toBeVisible();
});

test("a picture whose lightbox cannot be loaded is shown by itself", async ({ page }) => {
  await page.goto("/en/media");
  await page.waitForLoadState("networkidle");
  await page.route(/Lightbox-.*\.js/, (route) => route.abort());
  await page
    .getByRole("link", { name: /^Enlarge/ })
    .first()
    .click();
  await page.waitForURL("**/images/original/**");
});
