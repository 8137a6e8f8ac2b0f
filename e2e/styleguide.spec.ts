import AxeBuilder from "@axe-core/playwright";
import { expect, test } from "@playwright/test";

const routes = [
  "",
  "/buttons",
  "/components",
  "/inputs",
  "/modules",
  "/pages/error",
  "/tools/email-links",
  "/typography",
];
const themes = [
  "Default",
  "Copper",
  "Wustec",
  "LightBlue",
  "Iqc",
  "Adaptronic",
  "Cirris",
  "Diit",
  "Hosver",
  "Komax",
  "Schleuniger",
];

for (const theme of themes) {
  test(`axe finds nothing in the style guide in ${theme}`, async ({ page }) => {
    test.setTimeout(120_000);
    for (const route of routes) {
      await page.goto(`/style-guide${route}?theme=${theme}`, { waitUntil: "networkidle" });
      await expect(page.locator("html")).toHaveAttribute("data-theme", theme);
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect.soft(violations.map((v) => `${route} ${v.id}: ${v.nodes.map((n) => n.html).join(" ")}`)).toEqual([]);
    }
  });
}

test("the theme is chosen without a new document, and without JavaScript by a form", async ({ page, browser }) => {
  await page.goto("/style-guide/buttons");
  await page.getByLabel("Theme").selectOption("Komax");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "Komax");
  await expect(page).toHaveURL(/theme=Komax/);

  const plain = await browser.newPage({ javaScriptEnabled: false });
  await plain.goto("/style-guide/buttons");
  await plain.getByLabel("Theme").selectOption("Cirris");
  await plain.getByRole("button", { name: "Show", exact: true }).click();
  await expect(plain.locator("html")).toHaveAttribute("data-theme", "Cirris");
  await plain.close();
});

test("an address below the style guide that is none is not found", async ({ request }) => {
  expect((await request.get("/style-guide/nothing")).status()).toBe(404);
});

test("a button that loads is disabled until it is done", async ({ page }) => {
  await page.goto("/style-guide/buttons");
  const button = page.getByRole("button", { name: "Load for two seconds" });
  await button.click();
  await expect(button).toBeDisabled();
  await expect(button).toBeEnabled();
});

test("a picture opens in the lightbox, and the focus comes back", async ({ page }) => {
  await page.goto("/style-guide/components");
  const picture = page.getByRole("link", { name: /Enlarge: A stripped/ });
  await picture.click();
  await expect(page.getByRole("dialog", { name: "Enlarged pictures" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog", { name: "Enlarged pictures" })).toBeHidden();
});

test("a dialog closes on Escape and gives the focus back", async ({ page }) => {
  await page.goto("/style-guide/components");
  const opener = page.getByRole("button", { name: "Open a dialog" });
  await opener.click();
  await expect(page.getByRole("dialog", { name: "Close the ticket?" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog", { name: "Close the ticket?" })).toBeHidden();
  await expect(opener).toBeFocused();
});
