import { expect, type FrameLocator, type Page } from "@playwright/test";

/** The card with the provenance of a value in a preview, in the language of the previewed page: English or German. */
export const card = (frame: FrameLocator) =>
  frame.getByRole("region", { name: /^(Where this comes from|Herkunft des Werts)$/ });

/** The value of a line of the card. */
export const line = (frame: FrameLocator, name: string) => card(frame).locator(`dt:text-is("${name}") + dd`);

/** Switches inspecting on with its button; the preview reacts once it is hydrated. */
export async function startInspecting(page: Page, press: () => Promise<void>) {
  const inspect = page.getByRole("button", { name: "Inspect" });
  await expect(async () => {
    // A second click would switch it off again.
    if ((await inspect.getAttribute("aria-pressed")) !== "true") await press();
    await expect(card(page.frameLocator("main iframe"))).toBeVisible({ timeout: 5000 });
  }).toPass();
  await expect(inspect).toHaveAttribute("aria-pressed", "true");
}
