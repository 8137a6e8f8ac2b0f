// Rules: CAT-58, CLI-5, CLI-11, LOC-3, LOC-4, LOC-12, NAV-5, NAV-20, PAGE-17, PAGE-23, PAGE-26, PAGE-27, PAGE-28,
// PAGE-36, UI-5, URL-3, URL-27, URL-29, URL-42.

import { expect, type Page, test } from "./fixtures";
import { expectAccessible } from "./checks";

/** Collects errors and warnings of a page; there should be none. */
function collectProblems(page: Page): string[] {
  const problems: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") problems.push(message.text());
  });
  page.on("pageerror", (error) => problems.push(error.message));
  return problems;
}

test("a visitor is redirected to their language and navigates without loading documents", async ({ page }) => {
  const problems = collectProblems(page);
  const documents: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "document") documents.push(new URL(request.url()).pathname);
  });

  // Before hydration, links load documents.
  await page.goto("/", { waitUntil: "networkidle" });
  await expect(page).toHaveURL(/\/en$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Cut, strip, crimp, test");
  await page.getByRole("main").getByRole("link", { name: "All solutions" }).click();
  await expect(page).toHaveURL(/\/en\/solutions$/);
  await expect(page).toHaveTitle("Solutions – Strand Group");
  await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link").first().click();
  await expect(page).toHaveURL(/\/en$/);

  expect(documents).toEqual(["/", "/en"]);
  expect(problems).toEqual([]);
});

test("a mega panel opens by keyboard, and closes after a navigation", async ({ page }) => {
  // While the panel unfolds, its links move away from the pointer.
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/en");
  const opener = page.getByRole("navigation", { name: "Main navigation" }).getByRole("button", { name: "Solutions" });
  await opener.focus();
  const link = page.getByRole("banner").getByRole("link", { name: "Crimping", exact: true });
  await expect(async () => {
    // Keys that are pressed before hydration are lost.
    if (!(await link.isVisible())) await page.keyboard.press("Enter");
    await expect(link).toBeVisible({ timeout: 1000 });
  }).toPass();
  await page.keyboard.press("Escape");
  await expect(link).toBeHidden();
  await opener.click();
  await link.click();
  await expect(page).toHaveURL(/\/en\/solutions\/crimping$/);
  await expect(link).toBeHidden();
});

test("the panel of products has the groups of the catalogue", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/en");
  await page.getByRole("button", { name: "Products", exact: true }).click();
  const group = page.getByRole("banner").getByRole("link", { name: "Crimping", exact: true });
  await group.filter({ visible: true }).click();
  await expect(page).toHaveURL(/\/en\/products\/crimping$/);
  await expect(page.getByRole("heading", { name: "Crimping", level: 1 })).toBeVisible();
});

test("the language can be chosen, is remembered for the site, and shows the same page", async ({ page }) => {
  await page.goto("/en/about");
  await page.getByRole("button", { name: "Language and country: English" }).click();
  await page.getByRole("link", { name: "Deutsch" }).click();
  await expect(page).toHaveURL(/\/de\/about$/);
  await expect(page).toHaveTitle("Über uns – Strand Group");
  await page.goto("/about");
  await expect(page).toHaveURL(/\/de\/about$/);
});

test("a language menu that is opened before hydration stays open and loads the countries", async ({ page }) => {
  let load: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (load = resolve));
  await page.route(/\/assets\/site-[^/]+\.js/, async (route) => {
    await held;
    await route.continue();
  });
  // The script that keeps early clicks has run when it requests this one.
  const requested = page.waitForRequest(/\/assets\/site-[^/]+\.js/);
  await page.goto("/en/about", { waitUntil: "commit" });
  await requested;
  await page.getByRole("button", { name: "Language and country: English" }).click();
  await expect(page.getByRole("link", { name: "Deutsch" })).toBeVisible();
  load();
  await expect(page.getByRole("combobox", { name: "Country" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Deutsch" })).toBeVisible();
});

test("the country can be chosen, and shows its own navigation items", async ({ page }) => {
  await page.goto("/de/about");
  await expect(page.getByRole("link", { name: "Servicegebiet DACH" })).toHaveCount(0);
  await page.getByRole("button", { name: /Sprache und Land/ }).click();
  await page.getByRole("combobox", { name: "Land" }).selectOption("Schweiz");
  await page.getByRole("button", { name: "Übernehmen" }).click();
  await expect(page).toHaveURL(/\/de-ch\/about$/);
  await page.getByRole("button", { name: "Über uns" }).click();
  await expect(page.getByRole("link", { name: "Servicegebiet DACH" })).toBeVisible();
});

test("a page without content in a language says so in both languages", async ({ page }) => {
  await page.goto("/fr/solutions/cutting");
  await expect(
    page.getByText("Cette page n’est pas disponible en français. Elle est affichée en anglais."),
  ).toBeVisible();
  await expect(page.getByRole("main")).toHaveAttribute("lang", "en");
});

test("a document at a URL without a locale redirects in the browser too", async ({ page }) => {
  await page.goto("/en");
  // A state that only scripts can show: the app is hydrated.
  await expect(page.getByRole("button", { name: "News (unread)" })).toBeAttached();
  await page.evaluate(() => {
    history.pushState({}, "", "/company-history");
    dispatchEvent(new PopStateEvent("popstate", { state: {} }));
  });
  await expect(page).toHaveURL(/\/en\/about\/history$/);
});

test("the document of a protected page does not contain its content", async ({ request, page }) => {
  const document = await (await request.get("/en/productronica/internal")).text();
  expect(document).not.toContain("Nine to two");
  await page.goto("/en/productronica/internal");
  await expect(page.getByText("This page is for invited guests.")).toBeVisible();
});

for (const home of ["/en", "/en/adaptronic", "/en/cirris", "/en/diit", "/en/hosver", "/en/iqc", "/en/brand-portal"]) {
  test(`no element covers the title of ${home}`, async ({ page }) => {
    await page.goto(home);
    const covered = await page.locator("h1").evaluate((title) => {
      const { x, y, width, height } = title.getBoundingClientRect();
      const top = document.elementFromPoint(x + Math.min(width, 60) / 2, y + height / 2);
      return !top || !(title.contains(top) || top.contains(title));
    });
    expect(covered).toBe(false);
  });
}

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 780 } });

  test("the menu opens level by level", async ({ page }) => {
    await page.goto("/en");
    await page.getByRole("button", { name: "Menu" }).click();
    await page.getByRole("button", { name: "Solutions" }).click();
    await page.getByRole("button", { name: "Back" }).click();
    await page.getByRole("button", { name: "Solutions" }).click();
    await page.getByRole("banner").getByRole("link", { name: "Stripping", exact: true }).click();
    await expect(page).toHaveURL(/\/en\/solutions\/stripping$/);
    await expect(
      page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: "Solutions" }),
    ).toBeVisible();
  });

  for (const path of [
    "/en",
    "/de/solutions/crimping",
    "/ja",
    "/en/solutions/all-teasers",
    "/en/about/group-brands",
    "/en/nothing",
  ]) {
    test(`${path} has no horizontal overflow`, async ({ page }) => {
      await page.goto(path);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    });
  }
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a page is complete and its links work", async ({ page }) => {
    await page.goto("/en/about");
    await expect(page.getByRole("heading", { name: "What we make" })).toBeVisible();
    await page.getByRole("main").getByRole("link", { name: "our history" }).click();
    await expect(page).toHaveURL(/\/en\/about\/history$/);
  });

  test("the menus open and their links work", async ({ page }) => {
    await page.goto("/en");
    await page.getByRole("navigation", { name: "Main navigation" }).getByRole("button", { name: "Solutions" }).click();
    await page.getByRole("link", { name: "Testing", exact: true }).first().click();
    await expect(page).toHaveURL(/\/en\/solutions\/testing$/);
  });

  test("an unknown URL shows an error page inside the site", async ({ page }) => {
    const response = await page.goto("/en/nothing");
    expect(response?.status()).toBe(404);
    await expect(page.getByText("Page not found: /en/nothing")).toBeVisible();
    await expect(page.getByRole("link", { name: "Strand Group" })).toBeVisible();
  });
});

const pages = [
  "/en",
  "/de",
  "/de/about",
  "/en/solutions/crimping",
  "/en/solutions/all-teasers",
  "/en/about/group-brands",
  "/en/about/sustainability",
  "/en/investors",
  "/ja",
  "/fr/solutions/cutting",
  "/en/cirris",
  "/en/nothing",
  "/en/productronica/internal",
];

for (const path of pages) {
  test(`${path} has no axe violations`, async ({ page }) => {
    const problems = collectProblems(page);
    const response = await page.goto(path, { waitUntil: "networkidle" });
    expect(response?.status()).toBe(path === "/en/nothing" ? 404 : 200);
    await expectAccessible(page);
    // The browser itself logs the document of an error page.
    const ofDocument = `the server responded with a status of ${response?.status()}`;
    expect(problems.filter((problem) => response?.ok() || !problem.includes(ofDocument))).toEqual([]);
  });
}

/** Pages of the sites that have their own domains. */
const pagesOfHosts = {
  komax: ["/en", "/de/machines", "/en/about", "/ja", "/en/contact"],
  schleuniger: ["/en", "/de/machines", "/en/about", "/ja", "/en/contact"],
  wustec: ["/de", "/de/contact"],
};

for (const [host, paths] of Object.entries(pagesOfHosts))
  for (const path of paths)
    test(`${path} of ${host} has no axe violations`, async ({ page, baseURL }) => {
      const { port } = new URL(baseURL ?? "");
      const response = await page.goto(`http://${host}.localhost:${port}${path}`, { waitUntil: "networkidle" });
      expect(response?.status()).toBe(200);
      await expectAccessible(page);
    });

/** The part of an element that is visible in the window: 0 if others cover all of it. */
function visiblePart(element: Element): number {
  const { left, top, width, height } = element.getBoundingClientRect();
  const parts = [0.1, 0.3, 0.5, 0.7, 0.9];
  const points = parts.flatMap((x) => parts.map((y) => [left + x * width, top + y * height] as const));
  const seen = points.filter(([x, y]) => {
    const found = document.elementFromPoint(x, y);
    return found && (element.contains(found) || found.contains(element));
  });
  return seen.length / points.length;
}

test("the cookie notice is shown once", async ({ browser }) => {
  const context = await browser.newContext({ storageState: { cookies: [], origins: [] } });
  const page = await context.newPage();
  await page.goto("/en");
  const notice = page.getByRole("status").filter({ hasText: "only the cookies that it needs" });
  // It covers nothing.
  await expect(notice).toHaveCSS("position", "static");
  await notice.getByRole("button", { name: "Understood" }).click();
  await expect(notice).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(notice).toHaveCount(0);
});

for (const { width, height } of [
  { width: 1280, height: 800 },
  { width: 768, height: 600 },
  { width: 375, height: 667 },
  { width: 320, height: 568 },
  // 1280 × 1024 at 400 %.
  { width: 320, height: 256 },
])
  test(`the cookie notice covers neither the focus nor buttons at ${width} × ${height}`, async ({ browser }) => {
    const context = await browser.newContext({
      storageState: { cookies: [], origins: [] },
      viewport: { width, height },
      reducedMotion: "reduce",
    });
    const page = await context.newPage();
    await page.goto("/en/products/crimping/bench-presses");
    const notice = page.getByRole("status").filter({ hasText: "only the cookies that it needs" });
    await expect(notice).toBeVisible();
    await page
      .getByRole("main")
      .getByRole("button", { name: /^Compare / })
      .first()
      .click();
    const comparison = page.getByRole("button", { name: "Compare (1)" });
    await expect(comparison).toBeVisible();
    await page.reload();
    await expect(comparison).toBeVisible();
    await comparison.scrollIntoViewIfNeeded();
    expect(await comparison.evaluate(visiblePart)).toBe(1);
    await page.evaluate(() => window.scrollTo(0, 0));
    const covered: string[] = [];
    for (let i = 0; i < 200; i++) {
      await page.keyboard.press("Tab");
      const focused = page.locator(":focus");
      if ((await focused.count()) === 0) break;
      if ((await focused.evaluate(visiblePart)) === 0)
        covered.push(await focused.evaluate(({ outerHTML }) => outerHTML.slice(0, 200)));
    }
    await expect(notice).toBeVisible();
    expect(covered).toEqual([]);
    await context.close();
  });

test("testing mode is remembered until it is left", async ({ page }) => {
  await page.goto("/en?testing=true");
  const badge = page.getByRole("complementary", { name: "Testing mode" });
  await expect(badge).toContainText("main");
  await page.goto("/de/about");
  await expect(page.getByRole("complementary", { name: "Testmodus" })).toContainText("de");
  await page.getByRole("link", { name: "Testmodus verlassen" }).click();
  await expect(page.getByRole("complementary", { name: "Testmodus" })).toHaveCount(0);
});

test("side buttons are on every site that does not hide them", async ({ page }) => {
  const side = page.getByRole("complementary", { name: "Quick access" });
  await page.goto("/en/cirris");
  await expect(side).toBeVisible();
  await page.goto("/en/brand-portal");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(side).toHaveCount(0);
});

test("a tab that was open during a release reloads once when a chunk no longer exists", async ({ page }) => {
  let documents = 0;
  page.on("request", (request) => {
    if (request.resourceType() === "document") documents++;
  });
  await page.route("**/NewsPanel-*.js", (route) => route.fulfill({ status: 404 }));
  await page.route("**/builds/latest.json*", (route) => route.fulfill({ json: { id: "another", timestamp: 1 } }));
  await page.goto("/en");
  const news = page.getByRole("button", { name: "News (unread)" });
  await expect(news).toBeAttached();
  const anew = page.waitForEvent("domcontentloaded");
  await news.click();
  await anew;
  expect(documents).toBe(2);
  // The chunk is still missing, but the page was reloaded a moment ago and stays.
  const response = page.waitForResponse("**/builds/latest.json*");
  await news.click();
  await response;
  await expect(page.getByRole("dialog").getByRole("alert")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("main").getByRole("link", { name: "All solutions" }).click();
  await expect(page).toHaveURL(/\/en\/solutions$/);
  expect(documents).toBe(2);
});

test("a link whose code a new release has removed opens its page", async ({ page }) => {
  const documents: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "document") documents.push(new URL(request.url()).pathname);
  });
  await page.route("**/StoriesScreen-*.js", (route) =>
    documents.length > 1 ? route.continue() : route.fulfill({ status: 404 }),
  );
  await page.route("**/builds/latest.json*", (route) => route.fulfill({ json: { id: "another", timestamp: 1 } }));
  await page.goto("/en/contact");
  await expect(page.getByRole("button", { name: "News (unread)" })).toBeAttached();
  const link = page.getByRole("link", { name: "Stories" }).first();
  // Pointing at a link prefetches its page, which fails without an effect.
  const prefetch = page.waitForResponse("**/StoriesScreen-*.js");
  await link.hover();
  await prefetch;
  expect(documents).toEqual(["/en/contact"]);
  await link.click();
  await expect(page.getByRole("heading", { level: 1, name: "Stories" })).toBeVisible();
  await expect(page).toHaveURL(/\/en\/stories$/);
  expect(documents).toEqual(["/en/contact", "/en/stories"]);
  await page.goBack();
  await expect(page).toHaveURL(/\/en\/contact$/);
});

test("the console reports that features of the next release are enabled", async ({ page }) => {
  const notes: string[] = [];
  page.on("console", (message) => notes.push(message.text()));
  await page.goto("/en?nextRelease");
  await expect.poll(() => notes).toContain("Next features are enabled.");
  notes.length = 0;
  await page.goto("/en?nextRelease=false");
  await page.waitForLoadState("networkidle");
  expect(notes).not.toContain("Next features are enabled.");
});

test.describe("a former address with a hash", () => {
  for (const [address, reached] of [
    ["/en/about-us", "/en/about"],
    ["/en/about-us#figures", "/en/about#figures"],
    ["/en/about-us#history", "/en/about/history"],
    ["/en/who-we-are#history", "/en/about/history"],
    ["/en/sales#europe", "/en/contact"],
    ["/en/wire-index#other", "/en/solutions/all-teasers#top"],
  ] as const) {
    test(`${address} leads there when it is typed and when it is clicked`, async ({ page }) => {
      await page.goto(address);
      await expect(page).toHaveURL(reached);
      await page.goto("/en/about", { waitUntil: "networkidle" });
      const link = page.getByRole("main").getByRole("link", { name: "our history" });
      await link.evaluate((element, href) => element.setAttribute("href", href), address);
      await link.click();
      await expect(page).toHaveURL(reached);
    });
  }
});

for (const { site, products, heading, count } of [
  { site: "cirris", products: "Products", heading: "Easy-Wire CR 1100", count: 5 },
  { site: "hosver", products: "Products", heading: "H 20", count: 12 },
])
  test(`the site ${site} leads to the machines of its brand in two clicks`, async ({ page }) => {
    await page.goto(`/en/${site}`);
    const main = page.getByRole("main");
    await main.getByRole("link", { name: heading, exact: true }).click();
    await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/en/${site}/products/`));

    await page.getByRole("navigation", { name: "Main navigation" }).getByRole("link", { name: products }).click();
    await expect(page).toHaveURL(new RegExp(`/en/${site}/products$`));
    await expect(main.getByText(`${count} results`)).toBeVisible();
    await main.getByRole("link", { name: "All brands of the group" }).click();
    await expect(page).toHaveURL(/brand=all/);
    await expect(main.getByText("120 results")).toBeVisible();
    await expectAccessible(page);
  });

test("the home page of a brand begins with its machines, which no text covers", async ({ page }) => {
  const shown: (string | null)[] = [];
  for (const width of [360, 768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    for (const brand of ["adaptronic", "cirris", "diit", "hosver", "iqc"]) {
      await page.goto(`/en/${brand}`);
      const picture = page.getByRole("main").getByRole("img").first();
      shown.push(await picture.getAttribute("src"));
      const image = await picture.boundingBox();
      const title = await page.getByRole("heading", { level: 1 }).boundingBox();
      if (!image || !title) throw new Error(`${brand} lacks its first picture or its title`);
      const apart =
        title.x >= image.x + image.width || title.x + title.width <= image.x || title.y >= image.y + image.height;
      expect(apart, `${brand} at ${width.toString()} pixels`).toBe(true);
    }
  }
  expect(new Set(shown).size).toBe(5);
});

test("the finder of a brand asks only for what its machines have", async ({ page }) => {
  for (const [brand, fields] of [
    ["hosver", ["Wire cross-section", "Output per hour, at least"]],
    ["cirris", []], // testers
    ["diit", []], // software
  ] as const) {
    await page.goto(`/en/${brand}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    const finder = page.getByRole("search", { name: "Find your machine" });
    await expect(finder).toHaveCount(fields.length > 0 ? 1 : 0);
    await expect(finder.getByRole("textbox")).toHaveCount(fields.length);
    for (const name of fields) await expect(finder.getByRole("textbox", { name })).toBeVisible();
  }
});

test("the search of a brand's site finds its machines", async ({ page }) => {
  await page.goto("/en/cirris/search?q=tester");
  await expect(
    page
      .getByRole("main")
      .getByRole("link", { name: /^Easy-Wire/ })
      .first(),
  ).toBeVisible();
});
