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
    // Chromium keeps the failure for as long as the document lives, so that the page is loaded anew.
    await expect(dialog).toBeHidden();
    await expect(async () => {
      await page.getByRole(role, { name }).first().click();
      await expect(dialog).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await expect(dialog.getByRole("alert")).toBeHidden();
  });
}
