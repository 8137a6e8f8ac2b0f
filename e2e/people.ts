import { expect, type Page } from "@playwright/test";

export const portal = "/en/mykomax";
export const password = "Strand-demo-2026";

/** Fills in the login page, at which the browser is. */
export async function logIn(page: Page, email: string) {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Log in" }).click();
}

/** Signs somebody in, who is at the portal's first page then. */
export async function enter(page: Page, email: string, name: string) {
  await page.goto(portal);
  await logIn(page, email);
  await expect(page.getByRole("heading", { level: 1, name: `Hello ${name}` })).toBeVisible();
}
