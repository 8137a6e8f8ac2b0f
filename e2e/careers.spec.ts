// Rules: JOB-1, JOB-2, JOB-3, JOB-4, JOB-5, FORM-46.

import { expectUsable, expectUsableAt, journeyWidth, otherWidths } from "./checks";
import { expect, test } from "./fixtures";

const cv = { name: "cv.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7\n%%EOF\n") };

test("an applicant finds a position and sends an application", async ({ page }) => {
  await page.setViewportSize({ width: journeyWidth, height: 800 });
  await page.goto("/en/careers");
  await expectUsable(page);
  await page.getByRole("link", { name: "Software engineer, machine control" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Software engineer, machine control" })).toBeVisible();
  await expect(page.locator("form[method=post]:not([novalidate])")).toBeVisible();
  await expectUsableAt(page, otherWidths);

  await page.getByLabel("Name", { exact: true }).fill("Ada Muster");
  await page.getByLabel("Email", { exact: true }).fill("ada@example.com");
  await page.getByLabel(/^CV and other documents/).setInputFiles(cv);
  await expect(page.getByRole("button", { name: "Remove cv.pdf" })).toBeVisible();
  await page.getByRole("button", { name: "Send application" }).click();
  await expect(page.getByRole("heading", { name: "Thank you, we have your application" })).toBeFocused();
  await expect(page.getByText(/AP-/)).toBeVisible();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("positions are filtered by department and place", async ({ page }) => {
    await page.goto("/en/careers");
    await expect(page.getByText("8 positions")).toBeVisible();
    await page.getByLabel("Service 2").check();
    await page.getByRole("button", { name: "Show results" }).click();
    await expect(page).toHaveURL(/\?department=SERVICE$/);
    await expect(page.getByText("2 positions")).toBeVisible();
    await expect(page.getByRole("link", { name: "Field service engineer" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Strategic buyer, electronics" })).toHaveCount(0);
    await page.getByRole("link", { name: "Reset filters" }).click();
    await expect(page.getByText("8 positions")).toBeVisible();
  });

  test("an application is sent, and a closed position has no form", async ({ page }) => {
    await page.goto("/en/careers/process-engineer-laboratory");
    const data = await page.locator('script[type="application/ld+json"]').allTextContents();
    const posting: unknown = JSON.parse(data.find((text) => text.includes("JobPosting")) ?? "");
    expect(posting).toMatchObject({ title: "Process engineer, laboratory", directApply: true });
    await page.getByLabel("Name", { exact: true }).fill("Ada Muster");
    await page.getByLabel("Email", { exact: true }).fill("ada@example.com");
    await page.getByLabel(/^CV and other documents/).setInputFiles(cv);
    await page.getByRole("button", { name: "Send application" }).click();
    await expect(page.getByRole("heading", { name: "Thank you, we have your application" })).toBeVisible();

    await page.goto("/en/careers/technical-writer-dierikon");
    await expect(page.getByText("This position accepts no applications any more.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Send application" })).toHaveCount(0);
  });
});
