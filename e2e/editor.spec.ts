import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, type Browser, type Page, test } from "./fixtures";
import { expectAccessible, expectNoOverflow, journeyWidth, otherWidths, widths } from "./checks";
import { waitForApp } from "./hydration";
import { card, line, startInspecting } from "./inspector";
import { expectFocusShown, tabOnto } from "./keyboard";
import { withServer } from "./server";

const password = "a password of editors";

/** Runs a test against a server with its own copy of the sample content, which the test may change. */
async function withContent(run: (origin: string, pages: string) => Promise<void>) {
  const folder = mkdtempSync(join(tmpdir(), "strand-content-"));
  cpSync(fileURLToPath(new URL("../demo/content", import.meta.url)), folder, { recursive: true });
  const settings = {
    STRAND_CONTENT_DIR: folder,
    STRAND_EDITOR_PASSWORD: password,
    STRAND_EMBEDDED_TRANSLATION_DELAY: "1s",
  };
  try {
    await withServer(settings, (origin) => run(origin, join(folder, "cms/sites/main/pages")));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function newPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: "en",
    timezoneId: "Europe/Berlin",
  });
  return context.newPage();
}

/** The field of the moment, which is in the time zone of `newPage`. */
const momentField = (page: Page) => page.getByLabel(/^Time \(Europe\/Berlin, UTC\+[12]\)$/);

async function logIn(page: Page, secret = password) {
  await page.getByLabel("Password").fill(secret);
  await page.keyboard.press("Enter");
  await expectReady(page);
}

/** Waits for the tree and for hydration: only scripts load the content report. */
async function expectReady(page: Page) {
  await expect(page.getByRole("tree")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Content report (nothing|\d)/ })).toBeVisible();
}

const frameOf = (page: Page) => page.frameLocator("iframe");

/** Replaces a text in a file, as an editor's save does. */
function edit(file: string, old: string | RegExp, text: string) {
  writeFileSync(file, readFileSync(file, "utf8").replace(old, text));
}

test("an editor previews a hidden draft, shares it, has it translated and publishes it", async ({ browser }) => {
  await withContent(async (origin, pages) => {
    edit(
      join(pages, "roadmap/en.draft.md"),
      /^---\n/,
      "---\ntranslationTargets:\n  - { language: ja, translationState: MarkedForTranslation }\n",
    );
    const page = await newPage(browser);
    // The pointer of Playwright misses elements in scaled frames.
    await page.goto(`${origin}/en/editor?width=tablet`);

    // The login by keyboard: the error is shown, and the password can be typed again.
    const input = page.getByLabel("Password");
    await tabOnto(page, page.getByRole("button", { name: "Log in" }));
    await page.keyboard.press("Enter");
    await expect(page.getByText("Please enter a password").first()).toBeVisible();
    await expect(input).toBeFocused();
    await page.keyboard.type("a guess");
    await page.keyboard.press("Enter");
    await expect(page.getByText("The password is wrong.").first()).toBeVisible();
    await expect(input).toBeFocused();
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.type(password);
    await page.keyboard.press("Enter");
    await expectReady(page);

    // The draft is hidden from the navigation, and the search finds it.
    await tabOnto(page, page.getByLabel("Search by title or path"));
    await page.keyboard.type("roadm");
    const found = page.getByRole("link", { name: /Roadmap/ });
    await expect(found).toContainText("Draft");
    await expect(found).toContainText("Hidden");
    await tabOnto(page, found);
    await page.keyboard.press("Enter");
    await expect(page.getByText("This page was never published")).toBeVisible();
    await page.getByRole("link", { name: "Show the draft" }).click();
    await expect(frameOf(page).getByRole("heading", { level: 1, name: "Roadmap" })).toBeVisible();

    // Japanese is not offered in Switzerland: a notice says so, and the closest preview is shown.
    const language = page.getByLabel("Language", { exact: true });
    const country = page.getByLabel("Country");
    await page.goto(`${page.url()}&language=ja&country=CH`);
    await expectReady(page);
    await expect(page.getByText("The site is not offered in this language and country")).toBeVisible();
    await expect(language).toHaveValue("de");
    await expect(country).toHaveValue("CH");

    // As a Swiss customer next month in a language of the country, with the next release; without waiting between
    // choices.
    const shown = frameOf(page).getByText("Ein Entwurf, der noch nicht veröffentlicht ist.");
    await language.selectOption("fr");
    await language.selectOption("de");
    await page.getByLabel("Audience").selectOption("CUSTOMER");
    await page.getByLabel("Release").selectOption("next");
    const moment = new Date(Date.now() + 30 * 24 * 3_600_000).toISOString().slice(0, 16);
    await momentField(page).fill(moment);
    await page.getByLabel("Search by title or path").focus();
    for (const part of [/language=de/, /country=CH/, /audience=CUSTOMER/, /release=next/, /moment=/])
      await expect(page).toHaveURL(part);
    await expect(page.getByText("The site is not offered in this language and country")).toBeHidden();
    await expect
      .poll(() => page.frames()[1]?.url())
      .toMatch(/\/editor-preview\/main~draft~customer~next~2[^/]+\/de-ch\/about\/roadmap$/);
    await expect(shown).toBeVisible();

    // A colleague opens the URL in another browser.
    const colleague = await newPage(browser);
    await colleague.goto(page.url());
    await logIn(colleague);
    await expect(frameOf(colleague).getByText("Ein Entwurf, der noch nicht veröffentlicht ist.")).toBeVisible();
    for (const [name, value] of [
      ["Country", "CH"],
      ["Audience", "CUSTOMER"],
      ["Release", "next"],
    ] as const)
      await expect(colleague.getByLabel(name)).toHaveValue(value);
    await expect(momentField(colleague)).toHaveValue(moment);

    // Both see saved changes without reloading the page.
    const draft = join(pages, "roadmap/de.draft.md");
    edit(draft, "Ein Entwurf, der noch nicht veröffentlicht ist.", "Bald ist es so weit.");
    for (const editor of [page, colleague])
      await expect(frameOf(editor).getByText("Bald ist es so weit.")).toBeVisible();

    // The provenance of the sentence.
    const frame = frameOf(page);
    const inspect = page.getByRole("button", { name: "Inspect" });
    await startInspecting(page, () => inspect.click());
    await frame.getByText("Bald ist es so weit.").hover();
    await expect(line(frame, "Feld")).toHaveText(/ › lead$/);
    await expect(line(frame, "System")).toHaveText("CMS");
    await expect(line(frame, "Datensatz")).toHaveText("Page main-roadmap");
    await expect(line(frame, "Sprache")).toHaveText("de (de-CH angefragt)");
    await expect(line(frame, "Status")).toHaveText("DRAFT");
    await expect(line(frame, "Bearbeiten")).toHaveText(/main\/pages\/roadmap\/de\.draft\.md:\d+$/);

    // The card follows a saved change, also without a move of the pointer.
    const fresh = await line(frame, "Geändert").textContent();
    edit(draft, "Bald ist es so weit.", "Bald ist es so weit. Wirklich.");
    // The card shows seconds, and both changes can fall into the same one.
    const later = Date.now() / 1000 + 3600;
    utimesSync(draft, later, later);
    await expect(frame.getByText("Bald ist es so weit. Wirklich.")).toBeVisible();
    await expect(line(frame, "Geändert")).not.toHaveText(fresh ?? "");
    await expect(line(frame, "Feld")).toHaveText(/ › lead$/);
    await inspect.click();
    await expect(card(frame)).toBeHidden();

    // A translation is started and returns as a draft.
    await page.getByRole("button", { name: "Translation", exact: true }).click();
    const part = page.getByRole("complementary", { name: "Translation" }).getByRole("region", { name: "This page" });
    await part.getByRole("button", { name: "Start the translation into Japanese" }).click();
    await expect(part.getByText("Started: Japanese")).toBeVisible();
    await expect(part.getByRole("listitem")).toContainText("Translated");
    await country.selectOption("");
    await language.selectOption("ja");
    await expect(frame.getByRole("heading", { level: 1 })).toHaveText("[ja] Roadmap");
    await expect(frame.getByText("[ja] A draft that is not published yet.")).toBeVisible();
    await expect(frame.locator("html")).toHaveAttribute("lang", "ja");

    // The page is published: a visitor, who got a 404 before, sees it.
    const visitor = await newPage(browser);
    const url = `${origin}/de/about/roadmap`;
    expect((await visitor.goto(url))?.status()).toBe(404);
    for (const written of ["de", "en", "ja"])
      renameSync(join(pages, `roadmap/${written}.draft.md`), join(pages, `roadmap/${written}.md`));
    edit(join(pages, "../navigation.yaml"), /(page: roadmap\n\s*)hidden: true/, "$1hidden: false");
    await expect(async () => {
      expect((await visitor.goto(url))?.status()).toBe(200);
    }).toPass();
    await expect(visitor.getByText("Bald ist es so weit.")).toBeVisible();
    await expect(visitor.locator("iframe")).toHaveCount(0);

    // A change of the published page reaches the visitor.
    edit(join(pages, "roadmap/de.md"), "Bald ist es so weit.", "Jetzt ist es so weit.");
    await expect(async () => {
      await visitor.reload();
      await expect(visitor.getByText("Jetzt ist es so weit.")).toBeVisible({ timeout: 1000 });
    }).toPass();
    for (const someone of [page, colleague, visitor]) await someone.context().close();
  });
});

test("shows the last choice in the frame, also while it is still loading the previous page", async ({ page }) => {
  await page.goto("/en/editor?page=/about");
  await logIn(page, "editor");
  await expect(frameOf(page).getByRole("heading", { level: 1 })).toBeVisible();

  // The German page loads until its picture arrives; the Swiss one is requested meanwhile.
  let sendPicture: () => void = () => undefined;
  const picture = new Promise<void>((resolve) => (sendPicture = resolve));
  let sendSwiss: () => void = () => undefined;
  const swiss = new Promise<void>((resolve) => (sendSwiss = resolve));
  await page.route("**/images/held.png", async (route) => {
    await picture;
    await route.fulfill({ status: 404 });
  });
  await page.route("**/editor-preview/*/de/about", async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace("</body>", '<img src="/images/held.png" alt=""></body>');
    await route.fulfill({ response, body });
  });
  await page.route("**/editor-preview/*/de-ch/about", async (route) => {
    await swiss;
    await route.continue();
  });
  await page.getByLabel("Language", { exact: true }).selectOption("de");
  await expect(frameOf(page).locator("html")).toHaveAttribute("lang", "de");
  const request = page.waitForRequest("**/editor-preview/*/de-ch/about");
  await page.getByLabel("Country").selectOption("CH");
  await request;
  // The German page finishes loading, and its scripts send a late message.
  sendPicture();
  const german = page.frames()[1];
  await expect.poll(() => german?.evaluate(() => document.readyState)).toBe("complete");
  await german?.evaluate(() =>
    window.parent.postMessage({ source: "strand-preview", type: "navigated" }, window.location.origin),
  );
  sendSwiss();
  await expect.poll(() => page.frames()[1]?.url()).toMatch(/\/de-ch\/about$/);
  await expect(page.getByLabel("Country")).toHaveValue("CH");
  await expect(page).toHaveURL(/language=de&country=CH/);
});

test("applies all successive choices on a slow machine", async ({ browser }) => {
  const page = await newPage(browser);
  await page.goto("/en/editor?page=/about");
  await logIn(page, "editor");
  await expect(frameOf(page).getByRole("heading", { level: 1 })).toBeVisible();
  const devTools = await page.context().newCDPSession(page);
  await devTools.send("Emulation.setCPUThrottlingRate", { rate: 6 });
  for (const [name, value] of [
    ["Language", "de"],
    ["Country", "CH"],
    ["Stage", "DRAFT"],
    ["Audience", "CUSTOMER"],
    ["Release", "next"],
  ] as const)
    await page.getByLabel(name, { exact: true }).selectOption(value);
  await expect
    .poll(() => page.frames()[1]?.url())
    .toMatch(/\/editor-preview\/main~draft~customer~next~now\/de-ch\/about$/);
  await expect(page).toHaveURL(/language=de&country=CH&stage=DRAFT&audience=CUSTOMER&release=next/);
  await expect(frameOf(page).getByRole("heading", { level: 1 })).toBeVisible();
});

test("lists the changes of a page and shows them in the page", async ({ browser }) => {
  await withContent(async (origin, pages) => {
    const text = readFileSync(join(pages, "careers/en.md"), "utf8");
    writeFileSync(
      join(pages, "careers/en.draft.md"),
      text
        .replace("title: No suitable position?", "title: Still no suitable position?")
        .replace("overline: Careers", "overline: Work with us")
        .replace(/(::hero[\s\S]*?image: )workbench/, "$1hero-hall"),
    );
    const page = await newPage(browser);
    await page.goto(`${origin}/en/editor?page=/careers&stage=DRAFT`);
    await logIn(page);
    await expect(page.getByRole("treeitem", { name: /Careers/ })).toContainText("Changed");
    await page.getByRole("button", { name: "Changes since publication" }).click();
    const panel = page.getByRole("complementary", { name: "Changes since publication" });
    const picture = panel.getByRole("button", { name: /^Changed Hero › Image/ });
    await expect(picture.locator("img")).toHaveCount(2);
    for (const thumbnail of await picture.locator("img").all())
      await expect
        .poll(() => thumbnail.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth))
        .toBeGreaterThan(0);
    await picture.click();
    await expect(frameOf(page).locator("img[data-preview-current]")).toBeInViewport();

    const title = panel.getByRole("button", { name: /Contact › Title/ });
    await expect(title.locator("ins")).toContainText("Still");
    await page.getByRole("button", { name: "Next change" }).click();
    await expect(frameOf(page).locator("[data-preview-current]")).toHaveText("Still no suitable position?");
    await expect(frameOf(page).locator("[data-preview-current]")).toBeInViewport();

    await page.getByRole("button", { name: /^Unpublished changes/ }).click();
    await expect(page.getByRole("link", { name: /Careers/ })).toBeVisible();
    await page.context().close();
  });
});

test("opens a preview by its link in a browser without a login", async ({ browser, baseURL }) => {
  const page = await newPage(browser);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(`${baseURL ?? ""}/en/editor?page=/about/roadmap&stage=DRAFT&audience=CUSTOMER`);
  await logIn(page, "editor");
  // The click leaves the field, which chooses another preview. The URL is in UTC.
  await momentField(page).fill("2026-12-24T09:00");
  await page.getByRole("button", { name: "Copy preview link" }).click();
  await expect(page.getByText(/^Preview link copied\. It opens this preview without a login until \d/)).toBeVisible();
  const url = await page.evaluate(() => navigator.clipboard.readText());
  expect(url).toContain("/editor-preview/main~draft~customer~current~20261224T080000Z@");
  await expect(page).toHaveURL(/moment=2026-12-24T08(%3A|:)00/);

  const visitor = await newPage(browser);
  for (const width of [360, 768, 1440]) {
    await visitor.setViewportSize({ width, height: 900 });
    await visitor.goto(url);
    await expect(visitor.getByText("A draft that is not published yet.")).toBeVisible();
    const bar = visitor.getByRole("complementary", { name: "Preview by link" });
    await expect(bar).toContainText("Draft");
    await expect(bar).toContainText("Customer");
    await expect(bar).toContainText("24 Dec 2026, 09:00 (UTC+1)");
    await expect(bar).toContainText(/Link valid until:?\s*\d\d:\d\d \(UTC\+[12]\)/);
    // The bar is above the page and covers nothing.
    const box = await bar.boundingBox();
    const header = await visitor.getByRole("banner").boundingBox();
    expect(header?.y).toBeGreaterThanOrEqual((box?.y ?? 0) + (box?.height ?? 0));
    await expectAccessible(visitor);
  }
});

test("marks a page in the tree exactly as long as it has findings", async ({ browser }) => {
  await withContent(async (origin, pages) => {
    const file = join(pages, "careers/en.md");
    const page = await newPage(browser);
    await page.goto(`${origin}/en/editor?page=/careers`);
    await logIn(page);
    const item = page.getByRole("treeitem", { name: /^Careers/, selected: true });
    await expect(item).not.toContainText("Has findings");
    edit(file, /$/, "\n\nText with a link to [nothing](page:nothing).\n");
    await expect(item).toContainText("Has findings");
    edit(file, "\n\nText with a link to [nothing](page:nothing).\n", "");
    await expect(item).not.toContainText("Has findings");
    await page.context().close();
  });
});

test("the editor area can be used by keyboard", async ({ page, baseURL }) => {
  await page.setViewportSize({ width: journeyWidth, height: 900 });
  await page.goto("/en/editor");
  await page.getByLabel("Password").focus();
  await page.keyboard.type("editor");
  await page.keyboard.press("Enter");
  // The login loads a document.
  const pages = page.getByRole("button", { name: "Pages" });
  await expect(pages).toBeVisible();
  await waitForApp(page);
  // Entries may have marks after their title.
  const item = (name: string) => page.getByRole("treeitem", { name: new RegExp(`^${name}( |$)`) }).first();
  await tabOnto(page, pages);
  await page.keyboard.press("Enter");
  await expectReady(page);

  await item("Products").focus();
  await page.keyboard.type("so");
  await expect(item("Solutions")).toBeFocused();
  await expectFocusShown(page);
  await expect(item("Solutions")).toHaveAttribute("aria-expanded", "false");
  await page.keyboard.press("ArrowRight");
  await expect(item("Solutions")).toHaveAttribute("aria-expanded", "true");
  await expect(item("Cutting")).toBeVisible();
  await page.keyboard.press("ArrowRight");
  await expect(item("Cutting")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/page=%2Fsolutions%2Fcutting/);
  await expect(item("Cutting")).toHaveAttribute("aria-selected", "true");
  await expect(item("Cutting")).toBeFocused();
  await expect(frameOf(page).getByRole("heading", { level: 1, name: "Cutting" })).toBeVisible();
  await page.keyboard.press("ArrowLeft");
  await expect(item("Solutions")).toBeFocused();
  await page.keyboard.press("ArrowLeft");
  await expect(item("Solutions")).toHaveAttribute("aria-expanded", "false");
  await page.keyboard.press("End");
  await expect(page.getByRole("treeitem").last()).toBeFocused();

  // Links in the frame stay in the preview, and the tree follows them.
  await frameOf(page).getByRole("contentinfo").getByRole("link", { name: "Careers" }).press("Enter");
  await expect(page).toHaveURL(/page=%2Fcareers/);
  expect(page.frames()[1]?.url()).toBe(`${baseURL}/editor-preview/main~published~anonymous~current~now/en/careers`);

  await page.getByRole("button", { name: "Log out" }).press("Enter");
  await expect(page.getByRole("button", { name: "Log in" })).toBeVisible();
  expect((await page.goto("/editor-preview/main~published~anonymous~current~now/en"))?.status()).toBe(401);
});

test("the editor area is accessible at all widths", async ({ page }) => {
  await page.goto("/en/editor");
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page);
    await expectNoOverflow(page);
  }
  await logIn(page, "editor");
  for (const path of ["/en/editor", "/en/editor?site=komax&language=ja&country=CH&width=phone", "/de/editor"]) {
    await page.goto(path);
    await expect(frameOf(page).getByRole("main")).toBeVisible();
    for (const width of [journeyWidth, ...otherWidths]) {
      await page.setViewportSize({ width, height: 900 });
      await expectAccessible(page);
      await expectNoOverflow(page);
    }
  }
  // A narrow window shows one part of the area at a time.
  await page.setViewportSize({ width: journeyWidth, height: 900 });
  for (const part of ["Seiten", "Vorschau als", "Werkzeuge"]) {
    const button = page.getByRole("button", { name: part, exact: true });
    await button.click();
    await expect(button).toHaveAttribute("aria-expanded", "true");
    await expectAccessible(page);
    await expectNoOverflow(page);
  }
});

test("the panels beside the frame are accessible at all widths", async ({ page }) => {
  await page.goto("/en/editor?page=/about/roadmap&stage=DRAFT");
  await logIn(page, "editor");
  for (const [name, content] of [
    ["Changes since publication", page.getByText("This page was never published.", { exact: true })],
    ["Translation", page.getByRole("link", { name: /^Translations of / })],
    ["Change events", page.getByRole("complementary", { name: "Change events" }).getByRole("status")],
    [/^Content report/, page.getByRole("heading", { name: "This page" })],
  ] as const) {
    const button = page.getByRole("button", { name, exact: true });
    await button.click();
    await expect(content).toBeVisible();
    for (const width of [...otherWidths, journeyWidth]) {
      await page.setViewportSize({ width, height: 900 });
      await expectAccessible(page);
      await expectNoOverflow(page);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    await button.click();
    await expect(content).toBeHidden();
  }
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("an editor logs in, chooses a context and sees the page", async ({ page }) => {
    await page.goto("/en/editor?page=/about");
    await page.getByLabel("Password").fill("wrong");
    await page.getByRole("button", { name: "Log in" }).click();
    await expect(page.getByText("The password is wrong.").first()).toBeVisible();
    await expect(page.getByLabel("Password")).toBeFocused();
    await page.getByLabel("Password").fill("editor");
    await page.getByRole("button", { name: "Log in" }).click();
    await expect(page).toHaveURL(/\/en\/editor\?page=%2Fabout$/);
    await page.getByLabel("Stage").selectOption("DRAFT");
    await page.getByLabel("Language", { exact: true }).selectOption("de");
    // Without scripts, the time zone of the browser is not known.
    await expect(page.getByLabel("Time (UTC)")).toBeVisible();
    await page.getByRole("button", { name: "Apply" }).click();
    await expect(page).toHaveURL(/stage=DRAFT/);
    await expect(frameOf(page).getByRole("heading", { level: 1 })).toBeVisible();
    expect(page.frames()[1]?.url()).toContain("/editor-preview/main~draft~anonymous~current~now/de/about");
    await page.getByRole("treeitem", { name: "Produkte" }).first().click();
    await expect(page).toHaveURL(/page=%2Fproducts/);
    await page.getByRole("button", { name: "Log out" }).click();
    await expect(page.getByRole("button", { name: "Log in" })).toBeVisible();
  });
});
