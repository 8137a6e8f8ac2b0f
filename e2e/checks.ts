import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page } from "@playwright/test";
import type axe from "axe-core";
import type { Result, RunOptions } from "axe-core";

/** The minified axe: `axe.source` is more than twice as large, and takes half as long again to inject. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Widths of a phone, a tablet and a desktop, in px. */
export const widths = [360, 768, 1440];

/** The width of the keyboard journeys: the one at which most elements are collapsed. */
export const journeyWidth = 360;
/** The other widths, at which each screen is checked. */
export const otherWidths = widths.filter((width) => width !== journeyWidth);

/** The part of a page that axe checks: an element, or an element in a frame (`[frame, element]`). */
type AxeContext = string | [string, string];

/**
 * Returns the violations that axe finds in a page, or in the part of it given by `context`. axe is injected once per
 * document, since that takes about as long as a check. Frames of other origins are not supported.
 */
export async function findViolations(page: Page, context?: AxeContext, rules?: string[]): Promise<Result[]> {
  for (const frame of page.frames()) {
    if (!(await frame.evaluate(() => "axe" in window))) await frame.evaluate(axeSource);
    await frame.evaluate(finishAnimations);
  }
  const include = context === undefined ? [["html"]] : [[context].flat()];
  const options: RunOptions = { resultTypes: ["violations"], ...(rules && { runOnly: rules }) };
  return page.evaluate(
    async ({ include, options }) => {
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run({ include }, options);
      return violations;
    },
    { include, options },
  );
}

/** Ends the transitions and finite animations of a document: colours on their way are not part of the design. */
function finishAnimations() {
  // The end of one animation can start another one.
  for (let round = 0; round < 10; round++) {
    for (const animation of document.getAnimations()) {
      const isFinite = Number.isFinite(animation.effect?.getComputedTiming().endTime ?? Infinity);
      if (animation.playState === "running" && isFinite) animation.finish();
    }
  }
}

/** Opens a URL and returns the URLs of all scripts that were loaded until the network was idle. */
export async function scriptsOf(page: Page, path: string): Promise<string[]> {
  const scripts: string[] = [];
  page.on("response", (response) => {
    if (response.request().resourceType() === "script") scripts.push(response.url());
  });
  await page.goto(path, { waitUntil: "networkidle" });
  return scripts;
}

/** Expects that axe reports no violations; `within` limits the check to a part of the page. */
export async function expectAccessible(page: Page, within?: string) {
  const violations = await findViolations(page, within);
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
  expect(found, `${page.url()} at ${page.viewportSize()?.width} px`).toEqual([]);
}

/** Expects that neither the page nor an open dialog overflows horizontally. */
export async function expectNoOverflow(page: Page) {
  const overflow = () =>
    page.evaluate(() => {
      const dialogs = document.querySelectorAll("dialog[open], dialog[open] > *, dialog[open] > * > *");
      const hidden = [...dialogs].map((part) => part.scrollWidth - part.clientWidth);
      return Math.max(document.documentElement.scrollWidth - window.innerWidth, ...hidden);
    });
  // An editor that measures itself is as wide as before the change of a panel until its next frame.
  await expect.poll(overflow, { message: `${page.url()} at ${page.viewportSize()?.width} px` }).toBeLessThanOrEqual(0);
}

/** Expects no axe violations and no horizontal overflow in the current state of the page. */
export async function expectUsable(page: Page) {
  await expectAccessible(page);
  await expectNoOverflow(page);
}

/** The same at several widths, without reloading the page. */
export async function expectUsableAt(page: Page, all: readonly number[]) {
  for (const width of all) {
    await page.setViewportSize({ width, height: 900 });
    await expectUsable(page);
  }
}

/** Opens a URL and checks it at several widths, once its title is shown. */
export async function expectUsableScreen(page: Page, path: string, all: readonly number[] = widths) {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.setViewportSize({ width: all[0] ?? journeyWidth, height: 900 });
  const response = await page.goto(path);
  // An error page has a title too.
  expect(response?.status()).toBe(200);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expectUsableAt(page, all);
}
