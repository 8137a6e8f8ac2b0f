import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, type Browser, type Page, test } from "@playwright/test";
import { expectAccessible, expectNoOverflow, journeyWidth, otherWidths, widths } from "./checks";
import { expectFocusShown } from "./keyboard";
import { withServer } from "./server";

const password = "a password of editors";

/** Runs a test against a server with a copy of the sample content, which the test may change. */
async function withContent(run: (origin: string, pages: string) => Promise<void>) {
  const folder = mkdtempSync(join(tmpdir(), "strand-content-"));
  cpSync(fileURLToPath(new URL("../content", import.meta.url)), folder, { recursive: true });
  try {
    await withServer({ STRAND_CONTENT_DIR: folder, STRAND_EDITOR_PASSWORD: password }, (origin) =>
      run(origin, join(folder, "cms/sites/main/pages")),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function newPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: "en" });
  return context.newPage();
}

async function logIn(page: Page) {
  await page.getByLabel("Password").fill(password);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("tree")).toBeVisible();
}

const frameOf = (page: Page) => page.frameLocator("iframe");

test("an editor previews a hidden draft, sends the address to another, and publishes it", async ({ browser }) => {
  await withContent(async (origin, pages) => {
    const page = await newPage(browser);
    await page.goto(`${origin}/en/editor`);
    await page.getByRole("button", { name: "Log in" }).click();
    await expect(page.getByText("Please enter a password").first()).toBeVisible();
    await page.getByLabel("Password").fill("a guess");
    await page.getByRole("button", { name: "Log in" }).click();
    await expect(page.getByText("The password is wrong.").first()).toBeVisible();
    await logIn(page);

    // The draft is hidden from the navigation, and found by a search.
    await page.getByLabel("Search by title or path").fill("roadm");
    const found = page.getByRole("link", { name: /Roadmap/ });
    await expect(found).toContainText("Draft");
    await expect(found).toContainText("Hidden");
    await found.click();
    await expect(page.getByText("This page was never published")).toBeVisible();
    await page.getByRole("link", { name: "Show the draft" }).click();
    await expect(frameOf(page).getByRole("heading", { level: 1, name: "Roadmap" })).toBeVisible();

    // As a Swiss customer next month, with the next release.
    const shown = frameOf(page).getByText("Ein Entwurf, der noch nicht veröffentlicht ist.");
    await page.getByLabel("Language", { exact: true }).selectOption("de");
    await expect(shown).toBeVisible();
    for (const [name, value, parameter] of [
      ["Country", "CH", /country=CH/],
      ["Audience", "CUSTOMER", /audience=CUSTOMER/],
      ["Release", "next", /release=next/],
    ] as const) {
      await page.getByLabel(name).selectOption(value);
      await expect(page).toHaveURL(parameter);
      await expect(shown).toBeVisible();
    }
    const moment = new Date(Date.now() + 30 * 24 * 3_600_000).toISOString().slice(0, 16);
    await page.getByLabel("Time (UTC)").fill(moment);
    await page.getByLabel("Search by title or path").focus();
    await expect(page).toHaveURL(/moment=/);
    await expect(shown).toBeVisible();

    // A colleague opens the address in another browser.
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
    await expect(colleague.getByLabel("Time (UTC)")).toHaveValue(moment);

    // Both see what is saved, without loading the page again.
    const draft = join(pages, "roadmap/de.draft.md");
    const text = readFileSync(draft, "utf8");
    writeFileSync(draft, text.replace("Ein Entwurf, der noch nicht veröffentlicht ist.", "Bald ist es so weit."));
    for (const editor of [page, colleague])
      await expect(frameOf(editor).getByText("Bald ist es so weit.")).toBeVisible();

    // It is published: a visitor, for whom there was nothing, sees it.
    const visitor = await newPage(browser);
    const address = `${origin}/de/about/roadmap`;
    expect((await visitor.goto(address))?.status()).toBe(404);
    for (const language of ["de", "en"])
      renameSync(join(pages, `roadmap/${language}.draft.md`), join(pages, `roadmap/${language}.md`));
    const navigation = join(pages, "../navigation.yaml");
    writeFileSync(
      navigation,
      readFileSync(navigation, "utf8").replace(/(page: roadmap\n\s*)hidden: true/, "$1hidden: false"),
    );
    await expect(async () => {
      expect((await visitor.goto(address))?.status()).toBe(200);
    }).toPass();
    await expect(visitor.getByText("Bald ist es so weit.")).toBeVisible();
    await expect(visitor.locator("iframe")).toHaveCount(0);
    for (const someone of [page, colleague, visitor]) await someone.context().close();
  });
});

test("the changes of a page are listed and shown in the page", async ({ browser }) => {
  await withContent(async (origin, pages) => {
    const text = readFileSync(join(pages, "careers/en.md"), "utf8");
    writeFileSync(join(pages, "careers/en.draft.md"), text.replace("Write to us", "Write to us soon"));
    const page = await newPage(browser);
    await page.goto(`${origin}/en/editor?page=/careers&stage=DRAFT`);
    await logIn(page);
    await expect(page.getByRole("treeitem", { name: /Careers/ })).toContainText("Changed");
    await page.getByRole("button", { name: "Changes since publication" }).click();
    const change = page.getByRole("button", { name: /Changed modules/ });
    await expect(change).toContainText("Write to us");
    await page.getByRole("button", { name: "Next change" }).click();
    await expect(frameOf(page).locator("[data-preview-current]")).toHaveText("Write to us soon");
    await expect(frameOf(page).locator("[data-preview-current]")).toBeInViewport();

    await page.getByRole("button", { name: /^Unpublished changes/ }).click();
    await expect(page.getByRole("link", { name: /Careers/ })).toBeVisible();
    await page.context().close();
  });
});

test("the editor area is used by keyboard", async ({ page, baseURL }) => {
  await page.setViewportSize({ width: journeyWidth, height: 900 });
  await page.goto("/en/editor");
  await page.getByLabel("Password").focus();
  await page.keyboard.type("editor");
  await page.keyboard.press("Enter");
  const item = (name: string) => page.getByRole("treeitem", { name, exact: true }).first();
  await expect(item("Solutions")).toBeVisible();

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
  await page.getByLabel("Password").fill("editor");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("tree")).toBeVisible();
  for (const path of ["/en/editor", "/en/editor?site=komax&language=ja&country=CH&width=phone", "/de/editor"]) {
    await page.goto(path);
    await expect(frameOf(page).getByRole("main")).toBeVisible();
    for (const width of [journeyWidth, ...otherWidths]) {
      await page.setViewportSize({ width, height: 900 });
      await expectAccessible(page);
      await expectNoOverflow(page);
    }
  }
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("an editor logs in, chooses a context and sees the page", async ({ page }) => {
    await page.goto("/en/editor?page=/about");
    await page.getByLabel("Password").fill("wrong");
    await page.getByRole("button", { name: "Log in" }).click();
    await expect(page.getByText("The password is wrong.").first()).toBeVisible();
    await page.getByLabel("Password").fill("editor");
    await page.getByRole("button", { name: "Log in" }).click();
    await expect(page).toHaveURL(/\/en\/editor\?page=%2Fabout$/);
    await page.getByLabel("Stage").selectOption("DRAFT");
    await page.getByLabel("Language", { exact: true }).selectOption("de");
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
