import { expect, test } from "./fixtures";
import { expectAccessible } from "./checks";

test("an editor reads the content report of a page and runs that of the whole site", async ({ page }) => {
  await page.goto("/en/editor");
  await page.getByLabel("Password").fill("editor");
  await page.getByRole("button", { name: "Log in" }).click();

  const report = page.getByRole("region", { name: "Content report" });
  // Only scripts count the findings: the toggle works from then on.
  const toggle = report.getByRole("button", { name: /^Content report (nothing|\d)/ });
  await toggle.focus();
  await page.keyboard.press("Enter");
  await expect(toggle).toHaveAttribute("aria-expanded", "true");
  await expect(report.getByRole("heading", { name: "This page" })).toBeVisible();

  await report.getByRole("button", { name: /^Check (the site|again)/ }).click();
  await expect(report.getByRole("button", { name: "Check again" })).toBeVisible({ timeout: 90_000 });
  await expect(report.getByRole("status")).toHaveText(/^\d+ findings, /);
  await expect(report.getByRole("button", { name: /^Links to other hosts/ })).toBeVisible();
  // The open report leaves little height for the frame, which scrolls by keyboard.
  await page.setViewportSize({ width: 1440, height: 900 });
  await expectAccessible(page);
  const shown = () => page.frames()[1]?.evaluate(() => window.scrollY);
  const before = await shown();
  await page.locator("iframe").focus();
  await page.keyboard.press("PageDown");
  await expect.poll(shown).not.toBe(before);
});
