import { expect, type Locator, type Page } from "@playwright/test";

/** Presses Tab until an element with this role and name has the focus. */
export async function tabTo(
  page: Page,
  name: string | RegExp,
  role: "link" | "button" | "checkbox" | "combobox" | "radio" | "switch" | "textbox",
  within = "main",
) {
  const wanted = page
    .locator(within)
    .getByRole(role, { name, exact: typeof name === "string" })
    .first();
  await tabOnto(page, wanted);
}

/** Presses Tab until an element has the focus. */
export async function tabOnto(page: Page, wanted: Locator) {
  await expect(wanted).toBeVisible();
  // Names of roles are computed for all elements: the element is looked up again only if it was replaced.
  let element = await wanted.elementHandle();
  for (let i = 0; i < 200; i++) {
    const state = await element.evaluate((node) => ({
      isConnected: node.isConnected,
      isFocused: node === document.activeElement,
    }));
    if (state.isFocused) return;
    if (!state.isConnected) element = await wanted.elementHandle();
    await page.keyboard.press("Tab");
  }
  throw new Error(`The Tab key does not reach ${String(wanted)}.`);
}

/** The records of a list of the portal, and the link of each. */
export const recordsOf = (page: Page) => page.locator("main tbody > tr");
export const recordLinks = (page: Page) => recordsOf(page).locator("a[data-record]");

/** Opens the filters of a list, which are collapsed on a small screen and in the portal. */
export async function openFilters(page: Page) {
  const filters = page.getByRole("button", { name: /^Filters/ });
  if (!(await filters.isVisible()) || (await filters.getAttribute("aria-expanded")) === "true") return;
  await tabTo(page, /^Filters/, "button");
  await page.keyboard.press("Enter");
  await expect(filters).toHaveAttribute("aria-expanded", "true");
}

/** Expects that the focused element is in the window and has a visible focus ring. */
export async function expectFocusShown(page: Page) {
  await expect
    .poll(() =>
      page.evaluate(() => {
        const element = document.activeElement;
        if (!element || element === document.body) return "nothing has the focus";
        const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
        const { top, bottom, left, right } = element.getBoundingClientRect();
        const isInWindow = bottom > 0 && right > 0 && top < window.innerHeight && left < window.innerWidth;
        const isMarked = (outlineStyle !== "none" && parseFloat(outlineWidth) > 0) || boxShadow !== "none";
        return isInWindow && isMarked ? "shown" : element.outerHTML.slice(0, 200);
      }),
    )
    .toBe("shown");
}
