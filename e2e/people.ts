import { type Browser, expect, type Page } from "@playwright/test";
import { fileURLToPath } from "node:url";

export const portal = "/en/mykomax";
export const password = "Strand-demo-2026";

/**
 * The people that sample content has, and what tests may change with their accounts. A test that changes data
 * which another test compares needs an account of its own.
 */
export const people = {
  /** Sees the tickets of an organization that no test changes. */
  customer: { email: "customer@example.com", name: "Carla" },
  /** Creates tickets and writes in them. */
  author: { email: "other@example.com", name: "Dieter" },
  /** Answers them. */
  internal: { email: "internal@example.com", name: "Ines" },
  /** Has no role. */
  newcomer: { email: "new@example.com", name: "Nova" },
} as const;
export type Role = keyof typeof people;

/** The file with the cookies and tokens of a person who is signed in, which people.setup.ts writes. */
export function stateOf(role: Role): string {
  return fileURLToPath(new URL(`results/people/${role}.json`, import.meta.url));
}

/** Opens a browser of its own, in which a person is signed in. */
export async function openAs(browser: Browser, role: Role, address: string): Promise<Page> {
  const page = await (await browser.newContext({ storageState: stateOf(role) })).newPage();
  await page.goto(address);
  return page;
}

/** Fills in the login page, at which the browser is. */
export async function logIn(page: Page, email: string) {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Log in" }).click();
}

/** Signs a person in by the login page, with a session and tokens of their own; the portal's first page is open then. */
export async function enter(page: Page, email: string, name: string, origin = "") {
  await page.goto(origin + portal);
  await logIn(page, email);
  await expect(page.getByRole("heading", { level: 1, name: `Hello ${name}` })).toBeVisible();
}
