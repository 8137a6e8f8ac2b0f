import { expect, test } from "@playwright/test";
import { axe, expectAccessible } from "./checks";

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
/** The themes but the default one, in which all rules are checked. */
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

/** The rules whose outcome depends on colours: the rest is the same in every theme. */
const rulesOfColour = ["color-contrast", "link-in-text-block"];

/** The pages that show every component, in which each colour of a theme meets those it is used with. */
const routesOfThemes = ["/buttons", "/components", "/inputs", "/modules"];

for (const route of routes)
  test(`axe finds nothing in the style guide at /style-guide${route}`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto(`/style-guide${route}`, { waitUntil: "networkidle" });
    await expectAccessible(page);
  });

for (const route of routesOfThemes)
  test(`colours differ enough at /style-guide${route}, whatever the theme`, async ({ page }) => {
    // Colours on their way are none of either theme.
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto(`/style-guide${route}`, { waitUntil: "networkidle" });
    for (const theme of themes) {
      await page.getByLabel("Theme").selectOption(theme);
      await expect(page.locator("html")).toHaveAttribute("data-theme", theme);
      const { violations } = await axe(page).withRules(rulesOfColour).analyze();
      expect.soft(violations.map((v) => `${theme} ${v.id}: ${v.nodes.map((n) => n.html).join(" ")}`)).toEqual([]);
    }
  });

/** Scripts have run, and what they load by themselves is there: a click before would do nothing. */
const hydrated = { waitUntil: "networkidle" } as const;

test("the theme is chosen without a new document, and without JavaScript by a form", async ({ page, browser }) => {
  await page.goto("/style-guide/buttons", hydrated);
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

test("an unknown address below the style guide is not found", async ({ request, page }) => {
  expect((await request.get("/style-guide/nothing")).status()).toBe(404);
  await page.goto("/style-guide/nothing");
  await expect(page).toHaveTitle("Page not found – Style guide – Strand");
  await page.getByRole("link", { name: "Buttons" }).click();
  await expect(page).toHaveTitle("Buttons – Style guide – Strand");
});

test("a button that loads is disabled until it is done", async ({ page }) => {
  await page.goto("/style-guide/buttons", hydrated);
  const button = page.getByRole("button", { name: "Load for two seconds" });
  await button.click();
  await expect(button).toBeDisabled();
  await expect(button).toBeEnabled();
});

test("a picture opens in the lightbox, and the focus comes back", async ({ page }) => {
  await page.goto("/style-guide/components", hydrated);
  const picture = page.getByRole("link", { name: /Enlarge: A stripped/ });
  await picture.click();
  await expect(page.getByRole("dialog", { name: "Enlarged pictures" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog", { name: "Enlarged pictures" })).toBeHidden();
});

test("a dialog closes on Escape and gives the focus back", async ({ page }) => {
  await page.goto("/style-guide/components", hydrated);
  const opener = page.getByRole("button", { name: "Open a dialog" });
  await opener.click();
  await expect(page.getByRole("dialog", { name: "Close the ticket?" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog", { name: "Close the ticket?" })).toBeHidden();
  await expect(opener).toBeFocused();
});
