import { expect, type FrameLocator, type Page } from "@playwright/test";

/** What says in a preview where a value comes from, in the language of the previewed page: English or German. */
export const card = (frame: FrameLocator) =>
  frame.getByRole("region", { name: /^(Where this comes from|Herkunft des Werts)$/ });

/** The value of a line of the card. */
export const line = (frame: FrameLocator, name: string) => card(frame).locator(`dt:text-is("${name}") + dd`);

/** Switches inspecting on by a press of its button; the preview hears it once its scripts have come. */
export async function startInspecting(page: Page, press: () => Promise<void>) {
  const inspect = page.getByRole("button", { name: "Inspect" });
  await expect(async () => {
    // Another press would switch it off again.
    if ((await inspect.getAttribute("aria-pressed")) !== "true") await press();
    await expect(card(page.frameLocator("main iframe"))).toBeVisible({ timeout: 5000 });
  }).toPass();
  await expect(inspect).toHaveAttribute("aria-pressed", "true");
}
