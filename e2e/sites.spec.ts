import AxeBuilder from "@axe-core/playwright";
import { expect, test } from "@playwright/test";

test("a visitor arrives, is led to their language, and walks on without loading documents anew", async ({ page }) => {
  const problems: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") problems.push(message.text());
  });
  page.on("pageerror", (error) => problems.push(error.message));
  const documents: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "document") documents.push(new URL(request.url()).pathname);
  });

  await page.goto("/");
  await expect(page).toHaveURL(/\/en$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Precision, wired");
  await page.getByRole("navigation").getByRole("link", { name: "About us" }).click();
  await expect(page).toHaveURL(/\/en\/about$/);
  await expect(page).toHaveTitle("About us – Strand Group");
  await page.getByRole("link", { name: "de", exact: true }).click();
  await expect(page).toHaveTitle("Über uns – Strand Group");

  expect(documents).toEqual(["/", "/en"]);
  expect(problems).toEqual([]);
});

test("a document that the app was sent without a locale leads on in the browser, too", async ({ page }) => {
  await page.goto("/en");
  await page.evaluate(() => {
    history.pushState({}, "", "/company-history");
    dispatchEvent(new PopStateEvent("popstate", { state: {} }));
  });
  await expect(page).toHaveURL(/\/en\/about\/history$/);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a page is whole and its links lead on", async ({ page }) => {
    await page.goto("/en/about");
    await expect(page.getByRole("heading", { name: "What we make" })).toBeVisible();
    await page.getByRole("main").getByRole("link", { name: "our history" }).click();
    await expect(page).toHaveURL(/\/en\/about\/history$/);
  });

  test("what is not there says so inside the site", async ({ page }) => {
    const response = await page.goto("/en/nothing");
    expect(response?.status()).toBe(404);
    await expect(page.getByText("Page not found: /en/nothing")).toBeVisible();
    await expect(page.getByRole("link", { name: "Strand Group" })).toBeVisible();
  });
});

for (const path of ["/en", "/de/about", "/en/crimping", "/en/cirris", "/en/nothing"]) {
  test(`axe finds nothing on ${path}`, async ({ page }) => {
    await page.goto(path);
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map((v) => `${v.id}: ${v.nodes[0]?.html}`)).toEqual([]);
  });
}
