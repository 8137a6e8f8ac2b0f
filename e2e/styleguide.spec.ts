// Rules: URL-33.

import { expect, type Page, test } from "./fixtures";
import { expectAccessible, findViolations } from "./checks";

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
/** The themes except the default one, in which all rules are checked. */
const themes = [
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

/** The rules that depend on colours; all others have the same result in every theme. */
const rulesOfColour = ["color-contrast", "link-in-text-block"];

/** The pages that show every component, with all colour combinations of a theme. */
const routesOfThemes = ["/buttons", "/components", "/inputs", "/modules"];

for (const route of routes)
  test(`/style-guide${route} has no axe violations`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto(`/style-guide${route}`, { waitUntil: "networkidle" });
    await expectAccessible(page);
  });

/** Chooses a theme, again if the page was not hydrated yet: then a choice has no effect. */
async function chooseTheme(page: Page, theme: string) {
  await expect(async () => {
    await page.getByLabel("Theme").selectOption(theme);
    await expect(page.locator("html")).toHaveAttribute("data-theme", theme, { timeout: 1_000 });
  }).toPass();
}

for (const route of routesOfThemes)
  test(`/style-guide${route} has sufficient contrast in every theme`, async ({ page }) => {
    // Colours during a transition belong to no theme.
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto(`/style-guide${route}`, { waitUntil: "networkidle" });
    for (const theme of themes) {
      await chooseTheme(page, theme);
      const violations = await findViolations(page, undefined, rulesOfColour);
      expect.soft(violations.map((v) => `${theme} ${v.id}: ${v.nodes.map((n) => n.html).join(" ")}`)).toEqual([]);
    }
  });

/** Hydrated, with everything that loads by itself: an earlier click would have no effect. */
const hydrated = { waitUntil: "networkidle" } as const;

test("the theme can be chosen without loading a document, and without JavaScript by a form", async ({
  page,
  browser,
}) => {
  await page.goto("/style-guide/buttons", hydrated);
  await chooseTheme(page, "Komax");
  await expect(page).toHaveURL(/theme=Komax/);

  const plain = await browser.newPage({ javaScriptEnabled: false });
  await plain.goto("/style-guide/buttons");
  await plain.getByLabel("Theme").selectOption("Cirris");
  await plain.getByRole("button", { name: "Show", exact: true }).click();
  await expect(plain.locator("html")).toHaveAttribute("data-theme", "Cirris");
});

test("an unknown URL below the style guide is not found", async ({ request, page }) => {
  expect((await request.get("/style-guide/nothing")).status()).toBe(404);
  await page.goto("/style-guide/nothing");
  await expect(page).toHaveTitle("Page not found – Style guide – Strand");
  await page.getByRole("link", { name: "Buttons" }).click();
  await expect(page).toHaveTitle("Buttons – Style guide – Strand");
});

test("a loading button is disabled until it is done", async ({ page }) => {
  await page.goto("/style-guide/buttons", hydrated);
  const button = page.getByRole("button", { name: "Load for two seconds" });
  await button.click();
  await expect(button).toBeDisabled();
  await expect(button).toBeEnabled();
});

test("a picture opens in the lightbox, which restores the focus", async ({ page }) => {
  await page.goto("/style-guide/components", hydrated);
  const picture = page.getByRole("link", { name: /Enlarge: A stripped/ });
  await picture.click();
  await expect(page.getByRole("dialog", { name: "Enlarged pictures" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog", { name: "Enlarged pictures" })).toBeHidden();
});

test("a dialog closes on Escape and restores the focus", async ({ page }) => {
  await page.goto("/style-guide/components", hydrated);
  const opener = page.getByRole("button", { name: "Open a dialog" });
  await opener.click();
  await expect(page.getByRole("dialog", { name: "Close the ticket?" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog", { name: "Close the ticket?" })).toBeHidden();
  await expect(opener).toBeFocused();
});
