import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expectAccessible, expectNoOverflow, widths } from "./checks";
import { expect, test } from "./fixtures";
import { withServer } from "./server";

const password = "a password of editors";

/** The highest number of clicks and typed texts from the editor area to the sent orders. */
const maxActions = 20;

test("an editor sends 12 pages into 5 languages", async ({ browser }) => {
  // The journey starts a server of its own and checks the worklist at three widths.
  test.slow();
  const folder = mkdtempSync(join(tmpdir(), "strand-content-"));
  cpSync(fileURLToPath(new URL("../demo/content", import.meta.url)), folder, { recursive: true });
  const settings = {
    STRAND_CONTENT_DIR: folder,
    STRAND_EDITOR_PASSWORD: password,
    STRAND_EMBEDDED_TRANSLATION_DELAY: "1s",
  };
  try {
    await withServer(settings, async (origin) => {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: "en" });
      const page = await context.newPage();
      let actionCount = 0;
      const count = async (action: Promise<unknown>) => {
        actionCount++;
        await action;
      };
      await page.goto(`${origin}/en/editor`);
      await page.getByLabel("Password").fill(password);
      await page.keyboard.press("Enter");
      await expect(page.getByRole("button", { name: /^Content report (nothing|\d)/ })).toBeVisible();

      await count(page.getByRole("banner").getByRole("link", { name: "Translations", exact: true }).click());
      const table = page.getByRole("table", { name: /^Translations of / });
      for (const language of ["Chinese", "Portuguese", "Czech", "Hungarian", "Romanian"])
        await count(page.getByRole("checkbox", { name: language, exact: true }).check());
      const pages = table.getByRole("checkbox", { name: /^Choose (?!all)/ });
      for (let i = 0; i < 12; i++) await count(pages.nth(i).check());
      await expect(page.getByText("12 pages × 5 languages: 60 orders")).toBeVisible();
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        await expectAccessible(page);
        await expectNoOverflow(page);
      }
      await count(page.getByRole("button", { name: "Send 60 orders" }).click());
      const dialog = page.getByRole("dialog", { name: "Send to the translation service?" });
      await expect(dialog.getByText(/^[\d,]+ words in each language, [\d,]+ in total$/)).toBeVisible();
      await expect(dialog.getByText(/^about EUR\s[\d,]+$/)).toBeVisible();
      await expectAccessible(page);
      await count(dialog.getByRole("button", { name: "Send 60 orders" }).click());
      expect(actionCount).toBeLessThanOrEqual(maxActions);

      const results = page.getByRole("list", { name: "Results" }).getByRole("listitem");
      await expect(results).toHaveCount(12);
      for (const result of await results.all())
        await expect(result).toContainText("Started: Portuguese, Czech, Hungarian, Romanian, Chinese");
      // The sample CMS writes one translation after the other: the first page is translated before the others.
      const first = table.getByRole("row").nth(1);
      await expect(first.getByText("Translated", { exact: true })).toHaveCount(5, { timeout: 60_000 });
      // What is translated must be reset before it is sent again.
      await pages.nth(0).check();
      await expect(page.getByText(/^Nothing to send: /)).toBeVisible();
      await page.getByRole("button", { name: "Reset 1 page" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Reset" }).click();
      await expect(results).toHaveCount(1);
      await expect(first.getByText("Marked", { exact: true })).toHaveCount(5);
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
