import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** Widths of a phone, a tablet and a desktop, in px. */
export const widths = [360, 768, 1440];

/** The width of the keyboard journeys: the one at which most elements are collapsed. */
export const journeyWidth = 360;
/** The other widths, at which each screen is checked. */
export const otherWidths = widths.filter((width) => width !== journeyWidth);

/**
 * Axe for pages without frames of other origins, which are never used here. Its default mode takes several times as
 * long: it opens another page for the results and transfers all passed checks.
 */
export function axe(page: Page) {
  return new AxeBuilder({ page }).options({ resultTypes: ["violations"] }).setLegacyMode();
}

/** Opens an address and returns the URLs of all scripts that were loaded until the network was idle. */
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
  const { violations } = await (within ? axe(page).include(within) : axe(page)).analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
  expect(found, `${page.url()} at ${page.viewportSize()?.width} px`).toEqual([]);
}

/** Expects that neither the page nor an open dialog overflows horizontally. */
export async function expectNoOverflow(page: Page) {
  expect(
    await page.evaluate(() => {
      const dialogs = document.querySelectorAll("dialog[open], dialog[open] > *, dialog[open] > * > *");
      const hidden = [...dialogs].map((part) => part.scrollWidth - part.clientWidth);
      return Math.max(document.documentElement.scrollWidth - window.innerWidth, ...hidden);
    }),
    `${page.url()} at ${page.viewportSize()?.width} px`,
  ).toBeLessThanOrEqual(0);
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

/** Opens an address and checks it at several widths, once its title is shown. */
export async function expectUsableScreen(page: Page, path: string, all: readonly number[] = widths) {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.setViewportSize({ width: all[0] ?? journeyWidth, height: 900 });
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expectUsableAt(page, all);
}
