// Rules: EDIT-24, EDIT-25.

import { expectAccessible, expectNoOverflow, findViolations } from "./checks";
import { expect, type Page, test } from "./fixtures";
import { waitForApp } from "./hydration";

/** Logs in as an editor and opens a page of the editor area. */
async function openEditor(page: Page, query = "") {
  const login = await page.request.post("/api/editor-area-autentication", { data: { input: "editor" } });
  expect(login.ok()).toBe(true);
  await page.goto(`/en/editor${query}`);
}

const frames = (page: Page) => page.locator("main iframe");

/** The width that the page in the frame has, and the box in which the frame is shown. */
async function measure(page: Page) {
  const [innerWidth, box] = await Promise.all([
    page.frames()[1]?.evaluate(() => window.innerWidth),
    frames(page).first().boundingBox(),
  ]);
  return { innerWidth, x: box?.x ?? 0, y: box?.y ?? 0, width: box?.width ?? 0, height: box?.height ?? 0 };
}

test("the frame has the width of the device and is scaled down to its room, without loading again", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openEditor(page, "?page=/about");
  await expect(page.frameLocator("main iframe").getByRole("heading", { level: 1 })).toBeVisible();
  const stage = await page.getByRole("main").boundingBox();
  const room = stage?.width ?? 0;
  const panel = page.getByRole("complementary", { name: "Change events" });
  await page.frames()[1]?.evaluate(() => document.body.setAttribute("data-first", ""));
  for (const [name, width] of [
    ["Phone", 390],
    ["Tablet", 820],
    ["Wide", 1920],
    ["Desktop", 1440],
  ] as const) {
    await page.getByRole("link", { name, exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`width=${name.toLowerCase()}`));
    for (const isOpen of [false, true]) {
      const space = room - (isOpen ? ((await panel.boundingBox())?.width ?? 0) : 0);
      const scale = Math.min(1, space / width);
      await expect(page.getByText(`${width} px · ${Math.round(scale * 100)}%`, { exact: true })).toBeVisible();
      const shown = await measure(page);
      expect(shown.innerWidth).toBe(width);
      expect(shown.width).toBeCloseTo(width * scale, 0);
      // The frame ends where the content report begins.
      const report = await page.getByRole("region", { name: "Content report" }).boundingBox();
      expect(Math.abs(shown.y + shown.height - (report?.y ?? 0))).toBeLessThan(2);
      await page.getByRole("button", { name: "Change events" }).click();
      await expect(panel).toBeVisible({ visible: !isOpen });
    }
  }
  await expect(page.frameLocator("main iframe").locator("[data-first]")).toHaveCount(1);
});

test("a narrow window begins with the page, in the width of a phone", async ({ page }) => {
  for (const [width, height] of [
    [360, 740],
    [768, 1024],
  ] as const) {
    await page.setViewportSize({ width, height });
    await openEditor(page, "?page=/about");
    await expect(page.frameLocator("main iframe").getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByRole("link", { name: "Phone" })).toHaveAttribute("aria-current", "true");
    const shown = await measure(page);
    expect(shown.innerWidth).toBe(390);
    expect(shown.y).toBeLessThan(180);
    expect(shown.y + shown.height).toBeLessThan(height);
  }

  // A click on a page closes the tree, so that the page is shown.
  await page.setViewportSize({ width: 360, height: 740 });
  const pages = page.getByRole("button", { name: "Pages" });
  await pages.click();
  await page.getByRole("treeitem", { name: "Products" }).first().click();
  await expect(page).toHaveURL(/page=%2Fproducts/);
  await expect(page.getByRole("tree")).toBeHidden();
  await expect(pages).toHaveAttribute("aria-expanded", "false");

  // The choices of the preview are one press away.
  await page.getByRole("button", { name: "Preview as" }).click();
  await page.getByLabel("Stage").selectOption("DRAFT");
  await expect(page).toHaveURL(/stage=DRAFT/);
});

test("compares draft and published: both scroll and navigate together", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openEditor(page, "?page=/about&stage=DRAFT");
  const draft = page.frameLocator("iframe[title='Preview: Draft']");
  const published = page.frameLocator("iframe[title='Preview: Published']");
  await expect(page.frameLocator("main iframe").getByRole("heading", { level: 1 })).toBeVisible();
  await page.getByRole("button", { name: "Compare", exact: true }).click();
  await expect(page).toHaveURL(/editorView=compare/);
  for (const side of [draft, published]) await expect(side.getByRole("heading", { level: 1 })).toBeVisible();
  const frameOf = (stage: string) => page.frames().find((frame) => frame.url().includes(`~${stage}~`));
  expect(frameOf("draft")?.url()).toContain("/editor-preview/main~draft~anonymous~current~now/en/about");
  expect(frameOf("published")?.url()).toContain("/editor-preview/main~published~anonymous~current~now/en/about");
  const [left, right] = await Promise.all(
    ["Published", "Draft"].map((name) => frames(page).and(page.getByTitle(name)).boundingBox()),
  );
  expect((left?.x ?? 0) + (left?.width ?? 0)).toBeLessThanOrEqual(right?.x ?? 0);

  // Each one moves the other, by the proportion of its page.
  for (const frame of page.frames()) await waitForApp(frame);
  const position = (stage: string) =>
    frameOf(stage)?.evaluate(() => window.scrollY / (document.documentElement.scrollHeight - window.innerHeight));
  const scroll = (stage: string, to: number) =>
    frameOf(stage)?.evaluate(
      (part) => window.scrollTo({ top: part * document.documentElement.scrollHeight, behavior: "instant" }),
      to,
    );
  await scroll("published", 1);
  await expect.poll(() => position("draft")).toBeCloseTo(1, 1);
  await scroll("draft", 0);
  await expect.poll(() => position("published")).toBeCloseTo(0, 1);

  // A link in either one leads both to the page, and the tree follows.
  await published.getByRole("contentinfo").getByRole("link", { name: "Careers" }).press("Enter");
  await expect(page).toHaveURL(/page=%2Fcareers/);
  await expect.poll(() => frameOf("draft")?.url()).toMatch(/~draft~.*\/en\/careers$/);
  await expect.poll(() => frameOf("published")?.url()).toMatch(/~published~.*\/en\/careers$/);
  await expect(page.getByRole("combobox", { name: "Stage" })).toHaveValue("DRAFT");
  // Both frames have the landmarks of the same page.
  const found = (await findViolations(page)).map(({ id }) => id);
  expect(found.filter((id) => id !== "landmark-unique")).toEqual([]);

  // A narrow window shows one at a time.
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(page.getByTitle("Preview: Published")).toBeHidden();
  await page.getByRole("group", { name: "Stage" }).getByRole("button", { name: "Published" }).click();
  await expect(page.getByTitle("Preview: Published")).toBeVisible();
  await expect(page.getByTitle("Preview: Draft")).toBeHidden();
  await expectAccessible(page);
  await expectNoOverflow(page);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a link chooses the width of the frame", async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await openEditor(page, "?page=/about");
    await page.getByRole("link", { name: "Tablet" }).click();
    await expect(page).toHaveURL(/width=tablet/);
    expect((await frames(page).boundingBox())?.width).toBe(820);
    await page.getByRole("link", { name: "Wide" }).click();
    await expect(page).toHaveURL(/width=wide/);
    expect((await frames(page).boundingBox())?.width).toBeLessThan(1440);
    // The form of the context keeps the width.
    await page.getByLabel("Stage").selectOption("DRAFT");
    await page.getByRole("button", { name: "Apply" }).click();
    await expect(page).toHaveURL(/stage=DRAFT.*width=wide|width=wide.*stage=DRAFT/);
  });
});
