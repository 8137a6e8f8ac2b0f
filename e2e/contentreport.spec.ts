import { readFileSync } from "node:fs";
import { expect, test } from "./fixtures";
import { expectAccessible } from "./checks";

// Only one report of a site runs at a time.
test.describe.configure({ mode: "default" });

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
  await expect(report.getByRole("status").first()).toHaveText(/^\d+ findings, /);
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

test("a link opens the report with its filter, a finding leads to its page, and the selection is a file", async ({
  page,
}) => {
  await page.goto("/en/editor?report=open&reportSeverity=NOTE");
  await page.getByLabel("Password").fill("editor");
  await page.getByRole("button", { name: "Log in" }).click();
  const report = page.getByRole("region", { name: "Content report" });
  await report.getByRole("button", { name: /^Check (the site|again)/ }).click({ timeout: 90_000 });
  await expect(report.getByRole("button", { name: "Check again" })).toBeVisible({ timeout: 90_000 });
  await expect(report.getByRole("combobox", { name: "Severity" })).toHaveValue("NOTE");
  const site = report.getByRole("region", { name: /^Whole site/ });
  await expect(site.getByRole("heading", { name: /^Note Orphan page/ })).toBeVisible();
  await expect(site.getByRole("heading", { name: /^Error/ })).toHaveCount(0);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expectAccessible(page);

  const download = page.waitForEvent("download");
  await site.getByRole("link", { name: "CSV file" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe("content-report.csv");
  const lines = readFileSync(await file.path(), "utf8")
    .trim()
    .split("\r\n");
  expect(lines[0]).toBe('"Severity","Kind","Page","Address","Place","Value","URL"');
  expect(lines.length).toBeGreaterThan(1);
  expect(lines.slice(1).every((line) => line.startsWith('"Note",'))).toBe(true);

  await site.getByRole("link", { name: "Thank you" }).click();
  await expect(page).toHaveURL(/[?&]page=%2F/);
  await expect(page).toHaveURL(/[?&]reportSeverity=NOTE/);
  await expect(page.frameLocator("iframe").getByRole("heading", { level: 1 })).toContainText("Thank you");
});
