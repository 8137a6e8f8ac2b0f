import { expectAccessible } from "./checks";
import { expect, type Page } from "./fixtures";

const chosen = "Correct-horse-9";

/**
 * Registers a new user and confirms the address in the same browser, which signs in: ends at the portal's home page.
 * Returns the email address.
 */
export async function register(page: Page, company = "") {
  await page.goto("/en");
  await page.getByRole("button", { name: "MyKomax" }).click();
  await page.getByRole("link", { name: "Create an account" }).click();
  const email = `visitor-${crypto.randomUUID()}@example.com`;
  await page.getByLabel("First name").fill("Ada");
  await page.getByLabel("Last name").fill("Beispiel");
  await page.getByLabel("Company").fill(company);
  await page.getByLabel("Email").fill(`wrong-${email}`);
  await page.getByLabel("Password", { exact: true }).fill("short");
  await page.getByRole("button", { name: "Create the account" }).click();
  await expect(page.getByText("It has at least 12 characters.")).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveValue(`wrong-${email}`);
  await expectAccessible(page);
  await page.getByLabel("Password", { exact: true }).fill(chosen);
  await page.getByRole("button", { name: "Create the account" }).click();
  await page.getByRole("button", { name: "Use another address" }).click();
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(chosen);
  await page.getByRole("button", { name: "Create the account" }).click();
  await page.getByRole("button", { name: "Send the message again" }).click();
  await expect(page.getByText(`We have sent a message to ${email} again.`)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Show the messages" }).click();
  await page
    .locator("article")
    .filter({ hasText: `${email} ·` })
    .first()
    .getByRole("link")
    .click();
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Hello Ada" })).toBeVisible();
  return email;
}
