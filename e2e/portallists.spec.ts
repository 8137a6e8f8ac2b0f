// Rules: PORT-23, PORT-24.

import { expect, type Page, test } from "./fixtures";
import { expectUsable } from "./checks";
import { openFilters, recordsOf } from "./keyboard";
import { portal, type Role, stateOf } from "./testUsers";

const lists: readonly { path: string; role: Role }[] = [
  { path: "tickets/list", role: "internal" },
  { path: "inventory", role: "author" },
  { path: "inventory/software", role: "author" },
  { path: "user-admin", role: "internal" },
  { path: "user-admin/organizations", role: "internal" },
];

/** The records of a list as they are laid out. */
const layout = (page: Page) =>
  recordsOf(page).evaluateAll((rows) => {
    const boxes = rows.map((row) => row.getBoundingClientRect());
    return {
      highest: Math.max(...boxes.map(({ height }) => height)),
      inView: boxes.filter(({ bottom }) => bottom <= window.innerHeight).length,
      overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    };
  });

for (const { path, role } of lists) {
  test.describe(path, () => {
    test.use({ storageState: stateOf(role) });

    test("is dense, and its first record is near for the keyboard", async ({ page }) => {
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto(`${portal}/${path}`);
      await expect(recordsOf(page).first()).toBeVisible();
      const count = await recordsOf(page).count();
      const wide = await layout(page);
      expect(wide.highest).toBeLessThanOrEqual(41);
      expect(wide.inView).toBeGreaterThanOrEqual(Math.min(count, 20));
      expect(wide.overflow).toBe(0);
      await expectUsable(page);

      await page.setViewportSize({ width: 360, height: 740 });
      const narrow = await layout(page);
      expect(narrow.highest).toBeLessThanOrEqual(88);
      expect(narrow.overflow).toBe(0);
      await expectUsable(page);

      await page.setViewportSize({ width: 1440, height: 900 });
      const focused = page.locator(":focus");
      const isReached = () => focused.evaluateAll(([element]) => !!element?.closest("main tbody tr"));
      let tabs = 0;
      while (!(await isReached())) {
        await page.keyboard.press("Tab");
        expect(++tabs).toBeLessThanOrEqual(6);
        if (/^Skip to/.test(await focused.innerText())) await page.keyboard.press("Enter");
      }
      // The focus is in the first row.
      await page.keyboard.press("j");
      await expect(recordsOf(page).nth(1).locator("[data-record]")).toBeFocused();
    });
  });
}

test.describe("tickets", () => {
  test.use({ storageState: stateOf("customer") });

  test("a choice says how many tickets it selects, and columns can be hidden", async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`${portal}/tickets/list`);
    await expect(recordsOf(page).first()).toBeVisible();
    await openFilters(page);
    const closed = page.getByRole("checkbox", { name: /^Closed \d+$/ });
    const count = Number((await page.getByText(/^Closed\s\d+$/).innerText()).replace("Closed", ""));
    await closed.check();
    await expect(recordsOf(page)).toHaveCount(count);

    const header = page.getByRole("columnheader", { name: "Location" });
    await expect(header).toBeVisible();
    await page.getByRole("button", { name: "Columns: Service tickets" }).click();
    await expectUsable(page);
    await page.getByRole("checkbox", { name: "Location" }).uncheck();
    await expect(header).toBeHidden();
    await page.reload();
    await expect(recordsOf(page)).toHaveCount(count);
    await expect(header).toBeHidden();
    await page.getByRole("button", { name: "Columns: Service tickets" }).click();
    await page.getByRole("button", { name: "Show all columns" }).click();
    await expect(header).toBeVisible();
  });

  test("on a phone, a button leads from the filters to the results", async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(`${portal}/tickets/list`);
    await expect(recordsOf(page).first()).toBeVisible();
    await openFilters(page);
    await page.getByRole("checkbox", { name: /^Show only my tickets/ }).check();
    await page.getByRole("button", { name: /^Show results: \d+ tickets?$/ }).click();
    await expect(page.getByRole("checkbox", { name: /^Show only my tickets/ })).toBeHidden();
    await expect(recordsOf(page).first()).toBeInViewport();
    await expectUsable(page);
  });
});
