// Rules: CAT-16, CAT-17, CAT-21, CAT-26, CAT-27, CAT-29, CAT-35, CAT-44, CAT-45, CAT-46, CAT-56, CAT-59, CAT-61,
// CAT-62, NAV-8, PAGE-19, PAGE-26, PAGE-31.

import { expect, test } from "./fixtures";
import {
  expectAccessible,
  expectNoOverflow,
  expectUsable,
  expectUsableAt,
  expectUsableScreen,
  journeyWidth,
  otherWidths,
  widths,
} from "./checks";
import { openFilters, tabTo } from "./keyboard";

const crimping = "/en/products/crimping";
const alpha = `${crimping}/fully-automatic-crimping/double-sided/alpha-530`;
const bench = "/en/products/cutting-and-stripping/cut-and-strip/bench-cut-and-strip";

test("finds, filters, reads and compares products by keyboard only, and shares the comparison", async ({
  page,
  browser,
  baseURL,
}) => {
  await page.setViewportSize({ width: journeyWidth, height: 800 });
  await page.goto("/en");
  await tabTo(page, "Our products", "link");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/en\/products$/);
  await expect(page.getByRole("heading", { level: 1, name: "Machines" })).toBeVisible();

  await tabTo(page, "Crimping", "link");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Crimping" })).toBeVisible();

  // A filter is part of the URL, and screen readers announce the number of results.
  await openFilters(page);
  await tabTo(page, /^Seal loading/, "checkbox");
  await page.keyboard.press("Space");
  await expect(page).toHaveURL(/capability=seal-loading/);
  await expect(page.getByText("13 results")).toBeVisible();

  await tabTo(page, "Alpha 530", "link");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Alpha 530" })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${alpha}$`));

  // Imperial is remembered.
  await expect(page.getByRole("cell", { name: "0.13–6 mm²" })).toBeVisible();
  await tabTo(page, "Metric", "radio");
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("cell", { name: "26–10 AWG" })).toBeVisible();
  await expect(page.getByRole("cell", { name: "0.13–6 mm²" })).toBeHidden();
  await page.reload();
  await expect(page.getByRole("cell", { name: "26–10 AWG" })).toBeVisible();

  // Three instances, two of them variants of one product. A letter key chooses in a list.
  await tabTo(page, "Compare Alpha 530", "button");
  await page.keyboard.press("Enter");
  await tabTo(page, "Compare (1)", "button", "body");
  await page.keyboard.press("Enter");
  const panel = page.getByRole("dialog", { name: "Comparison" });
  const candidates = panel.getByRole("combobox", { name: "Another product of this group" });
  for (const [name, count] of [
    ["Alpha 530", 2],
    ["Alpha 550", 1],
  ] as const) {
    await expect(candidates.getByRole("option", { name, exact: true })).toBeAttached();
    await tabTo(page, "Another product of this group", "combobox", "dialog[open]");
    await page.keyboard.type(name);
    await expect(candidates.locator("option:checked")).toHaveText(name);
    await tabTo(page, "Add", "button", "dialog[open]");
    await page.keyboard.press("Enter");
    await expect(panel.getByRole("link", { name, exact: true })).toHaveCount(count);
    // The focus stays, so that the next product can be added.
    await expect(panel.getByRole("button", { name: "Add", exact: true })).toBeFocused();
  }
  await tabTo(page, "Variant", "combobox", "dialog[open] li:nth-child(2)");
  await page.keyboard.type("Alpha 530 T");
  await tabTo(page, "Compare 3 products", "button", "dialog[open]");
  await page.keyboard.press("Enter");

  // The URL is the comparison.
  await expect(page.getByRole("heading", { level: 1, name: "Products side by side" })).toBeVisible();
  const link = page.url();
  expect(link).toContain("?compare=alpha-530,alpha-530:alpha-530-t,alpha-550");
  const headers = page.getByRole("columnheader");
  await expect(headers).toHaveCount(3);
  await expect(headers.filter({ hasText: "Alpha 530 T" })).toBeVisible();
  await expect(page.getByRole("rowheader", { name: "Conformity" })).toBeVisible();
  await tabTo(page, "Hide identical rows", "switch");
  await page.keyboard.press("Space");
  await expect(page.getByRole("rowheader", { name: "Conformity" })).toBeHidden();
  await expect(page.getByRole("rowheader", { name: "Stations" })).toBeVisible();
  await expectUsable(page);

  // Moving, removing and replacing products lead to other URLs; the focus follows the product.
  await tabTo(page, "Move Alpha 550 to the left", "link");
  await page.keyboard.press("Enter");
  await expect(headers.nth(1)).toContainText("Alpha 550");
  await expect(page.getByRole("status").filter({ hasText: "Alpha 550: position 2 of 3" })).toBeAttached();
  await expect(page.getByRole("link", { name: "Move Alpha 550 to the left" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(headers.nth(0)).toContainText("Alpha 550");
  await tabTo(page, "Remove Alpha 550", "link");
  await page.keyboard.press("Enter");
  await expect(headers).toHaveCount(2);
  await tabTo(page, "Another product of this group", "combobox");
  await page.keyboard.type("Alpha 580");
  await tabTo(page, "Position", "combobox");
  await page.keyboard.type("1");
  await tabTo(page, "Add", "button");
  await page.keyboard.press("Enter");
  await expect(headers.nth(0)).toContainText("Alpha 580");
  await expect(headers).toHaveCount(2);
  // Back leads to the comparison before.
  await page.goBack();
  await expect(headers.nth(0)).not.toContainText("Alpha 580");

  // A stranger who opens the link keeps an own basket.
  const stranger = await browser.newPage();
  await stranger.addInitScript(() =>
    localStorage.setItem(
      "strand-comparison",
      JSON.stringify({
        classifications: [{ slug: "blades", products: [{ slug: "blade-1", variantId: null, key: "1" }] }],
      }),
    ),
  );
  await stranger.goto(link);
  await expect(stranger.getByRole("columnheader")).toHaveCount(3);
  // The shared comparison does not replace the basket.
  await expect(stranger.locator("button", { hasText: "Compare (1)" })).toBeAttached();
  await expectUsableAt(stranger, otherWidths);
  await stranger.close();

  // The controls are not printed.
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("button", { name: "Print or save as PDF" })).toBeHidden();
  await expect(page.getByRole("link", { name: /^Move/ }).first()).toBeHidden();
  await expect(page.getByRole("rowheader", { name: "Stations" })).toBeVisible();
  expect(baseURL && link.startsWith(baseURL)).toBe(true);
});

test("redirects links to comparisons that were shared from other pages", async ({ page }) => {
  await page.goto("/en/investors?compare=h-20,h-40");
  await expect(page).toHaveURL(/\/en\/products\?compare=h-20,h-40$/);
  await expect(page.getByRole("columnheader")).toHaveCount(2);
});

for (const language of ["en", "de", "fr", "es", "pt", "cs", "sk", "hu", "ro", "ja", "zh"])
  test(`shows whole figures in a comparison on a phone in ${language}`, async ({ page }) => {
    await page.setViewportSize({ width: journeyWidth, height: 800 });
    await page.goto(`/${language}/products?compare=alpha-530,alpha-550,zeta-640`);
    await expect(page.getByRole("columnheader")).toHaveCount(3);
    await expectNoOverflow(page);
    const covered = await page.getByRole("row").evaluateAll((rows) =>
      rows.flatMap((row) => {
        const cells = [...row.querySelectorAll("th, td")].filter((cell) => cell.clientWidth > 0);
        return cells.filter((cell) => cell.scrollWidth > cell.clientWidth + 1).map((cell) => cell.textContent);
      }),
    );
    expect(covered).toEqual([]);
  });

test("the rows of a comparison scroll with the page below the names of the products", async ({ page }) => {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto("/en/products?compare=alpha-530,alpha-550,zeta-640");
    const table = page.getByRole("region", { name: "Products side by side" });
    const box = () =>
      table.evaluate((e) => ({ inner: e.scrollHeight - e.clientHeight, side: e.scrollWidth - e.clientWidth }));
    expect((await box()).inner, `${width} px`).toBe(0);
    // Sideways, the names follow.
    const side = (await box()).side;
    await table.evaluate((e) => e.scrollTo({ left: e.scrollWidth }));
    const names = table.locator("xpath=preceding-sibling::*[1]");
    await expect.poll(() => names.evaluate((e) => e.scrollLeft)).toBeCloseTo(side, 0);
    await table.getByRole("row").last().scrollIntoViewIfNeeded();
    await expect(names.getByText("Zeta 640", { exact: true })).toBeInViewport();
    await expect(table.getByRole("row").last()).toBeInViewport();
    await expectNoOverflow(page);
  }
});

for (const locale of ["hu", "ja"])
  test(`describes a product in the language of the page: ${locale}`, async ({ page, baseURL }) => {
    const path = alpha.replace("/en", `/${locale}`);
    await page.goto(path);
    await expect(page.locator("#description p").first()).toBeVisible();
    await expect(page.locator("#description [lang=en]")).toHaveCount(0);
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute("href", `${baseURL}${path}`);
    await expectAccessible(page);
  });

test("shows the downloads within the second screen of a phone, and the product within eight", async ({ page }) => {
  const height = 800;
  await page.setViewportSize({ width: journeyWidth, height });
  await page.goto(alpha);
  const downloads = await page.locator("#downloads").boundingBox();
  expect(downloads?.y).toBeLessThan(2 * height);
  expect(await page.getByRole("main").evaluate((main) => main.getBoundingClientRect().height)).toBeLessThan(8 * height);
  await expect(page.getByRole("rowheader", { name: "Output" }).first()).toBeVisible();
  await expect(page.getByRole("rowheader", { name: "Weight" }).first()).toBeHidden();
  await page.getByRole("switch", { name: "Show all data" }).check();
  await expect(page.getByRole("rowheader", { name: "Weight" }).first()).toBeVisible();
});

test("the navigation of a page marks the section that is being read, and none above the first one", async ({
  page,
}) => {
  await page.goto(alpha);
  const navigation = page.getByRole("navigation", { name: "On this page" });
  const current = navigation.locator("[aria-current]");
  await navigation.getByRole("link", { name: "Related products" }).click();
  await expect(current).toHaveText("Related products");
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: "instant" }));
  await expect(current).toHaveCount(0);
});

test("finds the machines for a cross-section by keyboard, as cards, as a table and in German", async ({ page }) => {
  await page.setViewportSize({ width: journeyWidth, height: 800 });
  await page.goto(crimping);
  await openFilters(page);
  await tabTo(page, "Cross-section (mm²)", "textbox");
  await page.keyboard.type("0.5");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/fit\.cross-section=0\.5/);
  await expect(page.getByText("17 of 20 fit")).toBeVisible();
  await expect(page.getByText("17 results")).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "Alpha 530" })).toContainText("Cross-section 0.13–6 mm²");

  await tabTo(page, "Table", "link");
  await page.keyboard.press("Enter");
  const row = page.getByRole("row", { name: /^Alpha 530/ });
  await expect(row.getByRole("cell", { name: "0.13–6" })).toBeVisible();
  await expectUsable(page);

  // The other language has another name for the figure.
  await page.goto(page.url().replace("/en/", "/de/"));
  await expect(page.getByText("17 Ergebnisse")).toBeVisible();
  await tabTo(page, "Filter entfernen: Querschnitt 0.5 mm²", "link");
  await page.keyboard.press("Enter");
  await expect(page.getByText("20 Ergebnisse")).toBeVisible();
  await expect(page).not.toHaveURL(/fit\./);
});

test("finds machines by wire and output on the first screen, in few steps of the Tab key", async ({ page }) => {
  for (const [path, width, height] of [
    ["/en/products", 1440, 900],
    [crimping, 1440, 900],
    ["/en/products", 360, 740],
    [crimping, 360, 740],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto(path);
    const field = page.getByRole("textbox", { name: /^Cross-section/ }).first();
    const place = await field.boundingBox();
    expect((place?.y ?? height) + (place?.height ?? 0), `${path} at ${width}`).toBeLessThan(Math.min(height, 760));
    await tabTo(page, /^Cross-section/, "textbox", "body");
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(crimping);
  const finder = page.getByRole("search", { name: "Find your machine" });
  await finder.getByRole("textbox", { name: /^Cross-section/ }).fill("0.5");
  await finder.getByRole("textbox", { name: /^Output/ }).fill("4000");
  await page.keyboard.press("Enter");
  await expect(page.getByText("4 results")).toBeVisible();
  await expect(finder).toHaveCount(0);
  // The finder stays beside the results.
  await page.mouse.wheel(0, 700);
  await expect(page.locator("#products").getByRole("textbox", { name: /^Cross-section/ })).toBeInViewport();

  // On a phone, the button of the filters says what is chosen.
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(page.url());
  const filters = page.getByRole("button", { name: /^Filters/ });
  await expect(filters).toBeInViewport();
  await expect(filters).toContainText("Cross-section 0.5 mm²");
});

test("covers no title, lead and main action on the first screen of a phone", async ({ browser }) => {
  const context = await browser.newContext({
    storageState: { cookies: [], origins: [] },
    viewport: { width: 360, height: 740 },
  });
  const page = await context.newPage();
  for (const [path, action] of [
    ["/en", "Our products"],
    [crimping, "Show machines"],
    [alpha, "Request a quote"],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole("status").filter({ hasText: "only the cookies" })).toBeAttached();
    const main = page.getByRole("main");
    const named = main.getByRole("link", { name: action }).or(main.getByRole("button", { name: action }));
    for (const one of [main.getByRole("heading", { level: 1 }), named.filter({ visible: true }).first()]) {
      await expect(one).toBeInViewport({ ratio: 1 });
      const isOnTop = await one.evaluate((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
      });
      expect(isOnTop, `${path}, ${action}`).toBe(true);
    }
  }
  await context.close();
});

test("nothing is fixed at 400 %", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 256 });
  await page.goto(alpha);
  await page.getByRole("button", { name: "Compare Alpha 530" }).click();
  await expect(page.getByRole("button", { name: "Compare (1)" })).toBeAttached();
  const fixed = await page.evaluate(() =>
    [...document.body.querySelectorAll("*")]
      .filter((element) => element.checkVisibility() && getComputedStyle(element).position === "fixed")
      // The skip link is above the window until it has the focus.
      .filter((element) => element.getBoundingClientRect().bottom > 0)
      .map(({ className }) => className),
  );
  expect(fixed).toEqual([]);
});

test("shows the button of the comparison where it has a use, and announces the choice", async ({ page }) => {
  await page.goto(bench);
  await page.getByRole("button", { name: "Compare Kappa 310" }).click();
  await expect(page.getByRole("status").filter({ hasText: "1 product chosen to compare" })).toBeAttached();
  const button = page.getByRole("button", { name: "Compare (1)" });
  await expect(button).toBeVisible();
  for (const path of [
    "/en/products?compare=h-20,h-40",
    "/en-ch/request?product=h-20",
    "/en/contact",
    "/en/contact/service-request",
  ]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    // The button is loaded after the page.
    await expect(page.locator("button", { hasText: "Compare (1)" })).toBeAttached();
    await expect(button).toBeHidden();
  }
});

test("converts the values of filters to the other measurement system", async ({ page }) => {
  await page.goto(`${crimping}?fit.cross-section=0.5&max.weight=200`);
  await expect(page.getByRole("link", { name: "Remove filter: Weight ≤ 200 kg" })).toBeVisible();
  await page.getByRole("link", { name: "Show US units" }).click();
  await expect(page.getByRole("textbox", { name: "Cross-section (AWG)" })).toHaveValue("20");
  await expect(page.getByRole("link", { name: "Remove filter: Weight ≤ 441 lb" })).toBeVisible();
  await page.getByRole("textbox", { name: "Cross-section (AWG)" }).fill("thick");
  await page.getByRole("textbox", { name: "Cross-section (AWG)" }).press("Enter");
  await expect(page.getByText("Please enter a number, such as")).toBeVisible();
});

test("keeps the basket across reloads and tabs, and removes its empty groups", async ({ context }) => {
  const first = await context.newPage();
  await first.goto(bench);
  await first.getByRole("button", { name: "Compare Kappa 310" }).click();
  const second = await context.newPage();
  await second.goto(crimping);
  await expect(second.getByRole("button", { name: "Compare (1)" })).toBeVisible();
  await second.getByRole("button", { name: "Compare H 20" }).click();
  await expect(first.getByRole("button", { name: "Compare (2)" })).toBeVisible();
  await first.reload();
  await first.getByRole("button", { name: "Compare (2)" }).click();
  const panel = first.getByRole("dialog", { name: "Comparison" });
  await expect(panel.getByRole("heading", { level: 3 })).toHaveText([
    "Bench-top cut and strip machines",
    "Bench presses",
  ]);
  await panel.getByRole("button", { name: "Remove Kappa 310" }).click();
  await expect(panel.getByRole("heading", { level: 3 })).toHaveText(["Bench presses"]);
  await panel.getByRole("button", { name: "Remove all" }).click();
  await expect(panel.getByText("Nothing to compare yet.")).toBeVisible();
});

test("logs an invalid basket and starts with an empty one", async ({ page }) => {
  const warnings: string[] = [];
  page.on("console", (message) => warnings.push(message.text()));
  await page.addInitScript(() => localStorage.setItem("strand-comparison", "{"));
  await page.goto(alpha);
  await page.getByRole("button", { name: "Compare Alpha 530" }).click();
  await expect(page.getByRole("button", { name: "Compare (1)" })).toBeVisible();
  expect(warnings.some((w) => w.includes("The comparison basket cannot be read"))).toBe(true);
});

test("includes the variant in the URL", async ({ page }) => {
  await page.goto(alpha);
  await expect(page.getByRole("row", { name: /^Stations/ })).toContainText("1");
  await page.getByRole("link", { name: /Alpha 530 T/ }).click();
  await expect(page.getByRole("row", { name: /^Stations/ })).toContainText("3");
  await expect(page).toHaveURL(/variant=alpha-530-t/);
  await page.reload();
  await expect(page.getByRole("row", { name: /^Stations/ })).toContainText("3");
});

test("restores the scroll position on back navigation", async ({ page }) => {
  await page.goto(crimping);
  await page.getByRole("link", { name: "BT 752", exact: true }).focus();
  const left = await page.evaluate(() => window.scrollY);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "BT 752" })).toBeVisible();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1, name: "Crimping" })).toBeVisible();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(left - 50);
});

test("shows a product in a content page with the product's canonical URL", async ({ page, baseURL }) => {
  const response = await page.goto("/en/productronica");
  expect(await response?.text()).toContain("Technical data of Alpha 580");
  await expect(page.getByRole("heading", { level: 2, name: "Technical data" })).toBeVisible();
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute(
    "href",
    `${baseURL}${alpha.replace("alpha-530", "alpha-580")}`,
  );
});

test("describes the product and its breadcrumb in structured data", async ({ page }) => {
  await page.goto(alpha);
  const facts = await page.locator('script[type="application/ld+json"]').allTextContents();
  const [product, trail] = facts.map((text) => JSON.parse(text) as Record<string, unknown>);
  expect(product).toMatchObject({
    "@type": "ProductModel",
    name: "Alpha 530",
    brand: { "@type": "Brand", name: "Komax" },
  });
  expect(
    (trail?.itemListElement as { name: string; position: number }[]).map((e) => `${e.position} ${e.name}`),
  ).toEqual([
    "1 Home",
    "2 Products",
    "3 Crimping",
    "4 Fully automatic crimping machines",
    "5 Double-sided crimping machines",
    "6 Alpha 530",
  ]);
});

for (const path of [
  "/en/products",
  crimping,
  `${crimping}?capability=seal-loading&sort=name`,
  `${crimping}?fit.cross-section=0.5&min.output=1000&is.operating-mode=floor-standing-automatic`,
  alpha,
  "/de/services/parts-and-upgrades",
  "/de/services/maintenance-and-repair/service-agreements/maintenance",
  "/ja/products/tooling/blades/blade-4",
])
  test(`${path} has no horizontal overflow and no axe violations`, ({ page }) => expectUsableScreen(page, path));

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a visitor gets from the home page to a product's data in imperial units", async ({ page }) => {
    await page.goto("/en");
    await page.getByRole("button", { name: "Products", exact: true }).click();
    await page.getByRole("link", { name: "Overview: Products" }).click();
    await page.getByRole("main").getByRole("link", { name: "Crimping", exact: true }).click();
    await page.getByRole("checkbox", { name: /^Seal loading/ }).check();
    await page.getByRole("button", { name: "Show results" }).click();
    await expect(page.getByText("13 results")).toBeVisible();
    await page.getByRole("link", { name: "Alpha 530", exact: true }).click();
    await expect(page.getByRole("cell", { name: "0.13–6 mm²" })).toBeVisible();
    await page.getByRole("radio", { name: "US units" }).check();
    await expect(page.getByRole("cell", { name: "26–10 AWG" })).toBeVisible();
    await expect(page.getByRole("cell", { name: "0.13–6 mm²" })).toBeHidden();
  });

  test("a visitor finds the machines for a cross-section", async ({ page }) => {
    await page.goto("/en");
    await page.getByRole("button", { name: "Products", exact: true }).click();
    await page.getByRole("link", { name: "Overview: Products" }).click();
    await page.locator("#products").getByRole("textbox", { name: "Cross-section (mm²)" }).fill("0.5");
    await page
      .getByRole("checkbox", { name: /^Crimping/ })
      .first()
      .check();
    await page.getByRole("button", { name: "Show results" }).click();
    await expect(page.getByText("17 results")).toBeVisible();
    await page.getByRole("link", { name: "Remove filter: Crimping" }).click();
    await expect(page.getByText("50 results")).toBeVisible();
  });

  test("a visitor finds machines from the home page by wire and output", async ({ page }) => {
    await page.goto("/de-de");
    const finder = page.getByRole("search", { name: "Ihre Maschine finden" });
    await finder.getByRole("textbox", { name: "Leitungsquerschnitt" }).fill("0,5");
    await finder.getByRole("textbox", { name: /^Ausstoß pro Stunde/ }).fill("4.000");
    await finder.getByRole("button", { name: "Maschinen zeigen" }).click();
    await expect(page).toHaveURL(/\/de-de\/products\?wire=0%2C5&output=4\.000/);
    await expect(page.getByRole("link", { name: /^Filter entfernen: Querschnitt 0[.,]5 mm²/ })).toBeVisible();
    await expect(page.getByRole("link", { name: "Alpha 530", exact: true })).toBeVisible();
  });

  test("a visitor adds, replaces, moves and removes products of a comparison", async ({ page }) => {
    await page.goto("/en/products?compare=h-20,h-40");
    const headers = page.getByRole("columnheader");
    await expect(headers).toHaveText([/^H 20/, /^H 40/]);
    await page.getByRole("combobox", { name: "Another product of this group" }).selectOption("H 60");
    await page.getByRole("button", { name: "Add" }).click();
    await expect(headers).toHaveText([/^H 20/, /^H 40/, /^H 60/]);
    await page.getByRole("combobox", { name: "Another product of this group" }).selectOption("H 100");
    await page.getByRole("combobox", { name: "Position" }).selectOption("1: in place of H 20");
    await page.getByRole("button", { name: "Add" }).click();
    await expect(headers).toHaveText([/^H 100/, /^H 40/, /^H 60/]);
    await page.getByRole("link", { name: "Move H 60 to the left" }).click();
    await expect(headers).toHaveText([/^H 100/, /^H 60/, /^H 40/]);
    await page.getByRole("link", { name: "Remove H 100" }).click();
    await expect(headers).toHaveText([/^H 60/, /^H 40/]);
    await expect(page.getByRole("button", { name: "Print or save as PDF" })).toBeHidden();
    await page.getByRole("radio", { name: "US units" }).check();
    await expect(page.getByRole("rowheader", { name: "Crimp force lbf" })).toBeVisible();
    await expect(page.getByRole("rowheader", { name: "Crimp force kN" })).toBeHidden();
  });

  test("shows pictures without buttons that need JavaScript", async ({ page }) => {
    await page.goto(alpha);
    await expect(page.getByRole("link", { name: /^Enlarge: / }).first()).toBeVisible();
    await expect(page.getByText("4 pictures")).toBeVisible();
    await expect(page.getByRole("button", { name: "Next picture" })).toBeHidden();
    await expect(page.getByRole("button", { name: "Previous picture" })).toBeHidden();
  });
});
