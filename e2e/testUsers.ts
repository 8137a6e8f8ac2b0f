import { type Browser, expect, type Page } from "@playwright/test";
import { fileURLToPath } from "node:url";

export const portal = "/en/mykomax";
export const password = "Strand-demo-2026";

/**
 * The users of the sample content, and what tests may change in their accounts. A test that changes data which another
 * test compares needs its own account.
 */
export const testUsers = {
  /** Reads the tickets of an organization that no test changes. */
  customer: { email: "customer@example.com", name: "Carla" },
  /** Creates tickets and comments. */
  author: { email: "other@example.com", name: "Dieter" },
  /** Answers tickets. */
  internal: { email: "internal@example.com", name: "Ines" },
  /** Has no role. */
  newcomer: { email: "new@example.com", name: "Nova" },
} as const;
export type Role = keyof typeof testUsers;

/** The file with the cookies and tokens of a signed-in user, written by testUsers.setup.ts. */
export function stateOf(role: Role): string {
  return fileURLToPath(new URL(`results/users/${role}.json`, import.meta.url));
}

/** Opens a new browser context with a signed-in user. */
export async function openAs(browser: Browser, role: Role, url: string): Promise<Page> {
  const page = await (await browser.newContext({ storageState: stateOf(role) })).newPage();
  await page.goto(url);
  return page;
}

/** Fills in the login page. */
export async function logIn(page: Page, email: string) {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Log in" }).click();
}

/** Signs in by the login page, with a new session and tokens; ends at the portal's home page. */
export async function signInAs(page: Page, email: string, name: string, origin = "") {
  await page.goto(origin + portal);
  await logIn(page, email);
  await expect(page.getByRole("heading", { level: 1, name: `Hello ${name}` })).toBeVisible();
}

/** The origin of the sample identity server of a page. */
export async function issuerOrigin(page: Page): Promise<string> {
  const issuer = await page.evaluate(
    () => (JSON.parse(document.getElementById("strand-config")?.textContent ?? "{}") as { issuer: string }).issuer,
  );
  return new URL(issuer).origin;
}
