import { expect, type Page } from "@playwright/test";

/** Moves the focus by the Tab key until it is on something. */
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
  await expect(wanted).toBeVisible();
  for (let i = 0; i < 200; i++) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`The Tab key does not reach ${String(name)}.`);
}

/** On a small screen the filters of a list are folded away. */
export async function openFilters(page: Page) {
  const filters = page.getByRole("button", { name: "Filters" });
  if (!(await filters.isVisible())) return;
  await tabTo(page, "Filters", "button");
  await page.keyboard.press("Enter");
  await expect(filters).toHaveAttribute("aria-expanded", "true");
}
