// Rules: PROV-10.

import { createServer } from "node:http";
import { type AddressInfo } from "node:net";
import { expect, type Page, test } from "./fixtures";
import { expectNoOverflow, findViolations, journeyWidth, widths } from "./checks";
import { card, line, startInspecting } from "./inspector";
import { tabTo } from "./keyboard";
import { withServer } from "./server";

/** Logs in as an editor and opens a page in the editor area. */
async function openEditor(page: Page, path: string, origin = "") {
  const login = await page.request.post(`${origin}/api/editor-area-autentication`, { data: { input: "editor" } });
  expect(login.ok()).toBe(true);
  // The pointer of Playwright misses elements in scaled frames.
  await page.goto(`${origin}/en/editor?page=${encodeURIComponent(path)}&width=tablet`);
}

test("an editor points at a sentence and reads its provenance", async ({ page }) => {
  // The whole frame is visible.
  await page.setViewportSize({ width: 1440, height: 1000 });
  await openEditor(page, "/");
  const frame = page.frameLocator("main iframe");
  const heading = frame.getByRole("heading", { level: 1 });
  await expect(heading).toBeVisible();
  const inspect = page.getByRole("button", { name: "Inspect" });
  await startInspecting(page, () => inspect.click());
  await expect(card(frame)).toContainText("Point at a text");
  await heading.hover();
  await expect(line(frame, "System")).toHaveText("CMS");
  await expect(line(frame, "Record")).toHaveText(/^Page main-/);
  await expect(line(frame, "Field")).toHaveText(/^modules \S+ › title$/);
  await expect(line(frame, "Language")).toHaveText("en");
  await expect(line(frame, "Stage")).toHaveText("PUBLISHED");
  for (const name of ["Changed", "Cached since", "Fresh until"]) await expect(line(frame, name)).toHaveText(/ UTC$/);
  await expect(line(frame, "Edit")).toHaveText(/content\/cms\/sites\/main\/pages\/[^/]+\/en\.md:\d+$/);

  // A link is inspected instead of followed.
  const link = frame.getByRole("main").getByRole("link").first();
  await link.click();
  await expect(line(frame, "Field")).toHaveText(/link/);
  await expect(inspect).toHaveAttribute("aria-pressed", "true");

  await card(frame).getByRole("button", { name: "Stop inspecting" }).click();
  await expect(card(frame)).toBeHidden();
  await expect(inspect).toHaveAttribute("aria-pressed", "false");
});

test("an editor inspects a page by keyboard", async ({ page }) => {
  await page.setViewportSize({ width: journeyWidth, height: 900 });
  await openEditor(page, "/");
  const frame = page.frameLocator("main iframe");
  await expect(frame.getByRole("heading", { level: 1 })).toBeVisible();
  await tabTo(page, "Tools", "button", "#strand");
  await page.keyboard.press("Enter");
  await tabTo(page, "Inspect", "button");
  await startInspecting(page, () => page.keyboard.press("Enter"));
  await expect(card(frame)).toBeVisible();
  await expect(frame.locator("main [tabindex='0']").first()).toBeVisible();
  const system = line(frame, "System");
  for (let i = 0; i < 100 && !(await system.filter({ hasText: "CMS" }).isVisible()); i++)
    await page.keyboard.press("Tab");
  await expect(line(frame, "Edit")).toHaveText(/content\/cms\/.+:\d+$/);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoOverflow(page);
    const violations = await findViolations(page, ["main iframe", "section:has(> div > h2 + button)"]);
    expect(violations.map(({ id }) => id)).toEqual([]);
  }
  await page.keyboard.press("Escape");
  await expect(card(frame)).toBeHidden();
  await expect(frame.locator("main p[tabindex]")).toHaveCount(0);
});

/** A page of another origin with a preview in a frame. It records the frame's messages in `received`. */
function studioPage(): Promise<{ origin: string; close: () => void }> {
  const server = createServer((request, response) => {
    const preview = new URL(request.url ?? "/", "http://studio").searchParams.get("preview") ?? "";
    response.setHeader("content-type", "text/html");
    response.end(`<!doctype html><title>Studio</title><script>
      window.received = [];
      addEventListener("message", ({ data, source, origin }) => {
        received.push(data);
        if (data.type === "ready")
          source.postMessage({ type: "init", studioOrigin: location.origin, timestamp: Date.now() }, origin);
      });
      window.sendToFrame = (message) => frames[0].postMessage({ ...message, timestamp: Date.now() }, "*");
    </script><iframe src="${preview.replaceAll('"', "&quot;")}" style="width:100%;height:800px"></iframe>`);
  });
  return new Promise((resolve) =>
    server.listen(0, "127.0.0.1", () =>
      resolve({
        origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
        close: () => server.close(),
      }),
    ),
  );
}

interface ReceivedMessage {
  type: string;
  entryId?: string;
  fieldApiId?: string;
  componentChain?: unknown[];
}

test("a preview works in the frame of the CMS's editor", async ({ page, browser }) => {
  const studio = await studioPage();
  try {
    await withServer({ STRAND_CMS_STUDIO_ORIGINS: studio.origin }, async (origin) => {
      await openEditor(page, "/", origin);
      const preview = await page.locator("main iframe").getAttribute("src");
      const link = await page.request.post(`${origin}/api/editor-preview-link`, { data: { url: preview } });
      const { url } = (await link.json()) as { url: string };

      // A new browser context: it has no cookie that could open the preview.
      const context = await browser.newContext();
      const parent = await context.newPage();
      await parent.goto(`${studio.origin}/?preview=${encodeURIComponent(url)}`);
      const frame = parent.frameLocator("iframe");
      const heading = frame.getByRole("heading", { level: 1 });
      await expect(heading).toHaveAttribute("data-hygraph-entry-id", /^main-/);
      await expect(heading).toHaveAttribute("data-hygraph-field-api-id", "title");
      await expect(heading).toHaveAttribute(
        "data-hygraph-component-chain",
        /^\[\{"fieldApiId":"modules","instanceId":/,
      );

      const received = () => parent.evaluate(() => (window as unknown as { received: ReceivedMessage[] }).received);
      await expect.poll(async () => (await received()).map(({ type }) => type)).toContain("ready");
      await heading.dblclick();
      await expect
        .poll(async () => (await received()).at(-1))
        .toMatchObject({ type: "field-click", fieldApiId: "title" });

      // Unsaved text is shown, if an element contains only the text of the field.
      const postMessage = (message: object) =>
        parent.evaluate(
          (sent) => (window as unknown as { sendToFrame: (m: object) => void }).sendToFrame(sent),
          message,
        );
      const title = (await heading.textContent()) ?? "";
      const chain = JSON.parse((await heading.getAttribute("data-hygraph-component-chain")) ?? "[]") as unknown[];
      const field = { type: "field-update", entryId: "main-home", fieldApiId: "title", fieldType: "STRING" };
      await postMessage({ ...field, componentChain: [], newValue: "Of the page, not of the module" });
      await postMessage({ ...field, componentChain: chain, newValue: { html: "Not a text" } });
      await postMessage({ ...field, componentChain: chain, newValue: "<b>Entered</b> in Studio" });
      await expect(heading).toHaveText("<b>Entered</b> in Studio");

      // Saved content is shown: the document is reloaded and reports that it is ready.
      const before = (await received()).length;
      await postMessage({ type: "content-saved", entryId: "main-home" });
      await expect.poll(async () => (await received()).slice(before).map(({ type }) => type)).toContain("ready");
      await expect(heading).toHaveText(title);

      // A frame in a page of another origin stays empty.
      const other = await studioPage();
      await parent.goto(`${other.origin}/?preview=${encodeURIComponent(url)}`);
      await expect(frame.getByRole("heading", { level: 1 })).toHaveCount(0);
      other.close();
      await context.close();
    });
  } finally {
    studio.close();
  }
});
