import { expect, type FrameLocator, type Page } from "@playwright/test";

/** What says in a preview where a value comes from. */
export const card = (frame: FrameLocator) => frame.getByRole("region", { name: "Where this comes from" });

/** The value of a line of the card. */
export const line = (frame: FrameLocator, name: string) => card(frame).locator(`dt:text-is("${name}") + dd`);

/** Switches inspecting on by a press of its button; the preview hears it once its scripts have come. */
export async function startInspecting(page: Page, press: () => Promise<void>) {
  await expect(async () => {
    await press();
    await expect(page.getByRole("button", { name: "Inspect" })).toHaveAttribute("aria-pressed", "true", {
      timeout: 1000,
    });
  }).toPass();
}
