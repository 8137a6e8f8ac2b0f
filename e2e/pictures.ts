// The pictures of README.md: `make pictures` writes them into docs/pictures.
import { expect, type Page, test } from "./fixtures";
import { signInAs, testUsers } from "./testUsers";
import { fileURLToPath } from "node:url";
import sharp from "sharp";

test.use({ viewport: { width: 1440, height: 900 }, reducedMotion: "reduce", deviceScaleFactor: 1 });

/** Writes what a page shows. */
async function take(page: Page, name: string) {
  // Streams of the portal and the editor area stay open: there is no moment without requests.
  await expect
    .poll(() =>
      page.evaluate(async () => {
        await document.fonts.ready;
        const isVisible = (image: HTMLImageElement) =>
          image.checkVisibility() && image.getBoundingClientRect().top < window.innerHeight;
        return [...document.images].filter((image) => isVisible(image) && !image.complete).length;
      }),
    )
    .toBe(0);
  await sharp(await page.screenshot())
    .webp({ quality: 82 })
    .toFile(fileURLToPath(new URL(`../docs/pictures/${name}.webp`, import.meta.url)));
}

test("catalogue", async ({ page }) => {
  await page.goto("/en/products");
  await page.getByRole("main").getByRole("link", { name: "Crimping", exact: true }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "Crimping" })).toBeVisible();
  const filter = page.getByRole("checkbox", { name: /^Seal loading/ });
  await filter.check({ force: true });
  await expect(page).toHaveURL(/capability=seal-loading/);
  await expect(page.getByText("13 results")).toBeVisible();
  await page.getByText("13 results").evaluate((e) => window.scrollBy(0, e.getBoundingClientRect().top - 160));
  await take(page, "catalogue");
});

test("comparison", async ({ page }) => {
  await page.goto("/en/products?compare=alpha-530,alpha-550,zeta-640");
  await expect(page.getByRole("region", { name: "Products side by side" })).toBeVisible();
  await take(page, "comparison");
});

test("home", async ({ page }) => {
  await page.goto("/de");
  await take(page, "home");
});

test("portal", async ({ page }) => {
  await signInAs(page, testUsers.customer.email, testUsers.customer.name);
  await take(page, "portal");
});

test("editor", async ({ page }) => {
  await page.request.post("/api/editor-area-autentication", { data: { input: "editor" } });
  await page.goto("/en/editor");
  const report = page.getByRole("region", { name: "Content report" });
  await report.getByRole("button", { name: /^Content report (nothing|\d)/ }).click();
  await report.getByRole("button", { name: /^Check (the site|again)/ }).click();
  await expect(report.getByText(/^\d+ findings, /)).toBeVisible({ timeout: 90_000 });
  await take(page, "editor");
});

test("playground", async ({ page }) => {
  await page.goto("/playground");
  const result = page.getByRole("region", { name: "Result Window" });
  await expect(page.getByRole("region", { name: "Operation Editor" })).toContainText("ResolveUrl");
  await expect(result).toHaveAttribute("data-mode-id", "json");
  await page.getByRole("button", { name: /Execute query/ }).click();
  await expect(result).toContainText('"Strand Group"');
  await take(page, "playground");
});
