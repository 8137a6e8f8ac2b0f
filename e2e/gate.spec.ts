// Rules: PAGE-8, PAGE-10.

import { expect, test } from "./fixtures";
import {
  expectAccessible,
  expectUsable,
  expectUsableAt,
  expectUsableScreen,
  journeyWidth,
  otherWidths,
} from "./checks";
import { tabTo } from "./keyboard";
import { logIn, openAs, testUsers } from "./testUsers";

const gated = "/en/events/internal-2025";

test("a guest of a trade fair passes the gate by keyboard and finds the programme", async ({ page }) => {
  await page.setViewportSize({ width: journeyWidth, height: 800 });
  await page.goto(`${gated}?from=mail`);
  await expect(page.getByRole("heading", { level: 1, name: "Internal days 2025" })).toBeVisible();
  expect(await page.content()).not.toContain("Tuesday: machines");
  await expectUsable(page);

  await tabTo(page, "Open", "button");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Please enter a password")).toBeVisible();
  await expect(page.getByLabel("Password")).toBeFocused();
  await page.keyboard.type("let me in");
  await page.keyboard.press("Enter");
  await expect(page.locator("main").getByText("This password is not correct.").first()).toBeVisible();
  await expect(page.getByLabel("Password")).toBeFocused();
  await page.keyboard.press("Control+A");
  await page.keyboard.type("preview");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Tuesday: machines.")).toBeVisible();
  await expect(page).toHaveURL(`${gated}?from=mail`);

  // The pages below are open too, also by navigation within the app.
  await tabTo(page, "Programme, hour by hour", "link");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("cell", { name: "Four machines, opened" })).toBeVisible();
  await expectUsable(page);
  await expectUsableAt(page, otherWidths);
  await page.goBack();
  await expect(page.getByText("Tuesday: machines.")).toBeVisible();
  await expectUsableAt(page, otherWidths);
});

test("the gate and its errors are usable at every width", async ({ page }) => {
  await page.goto(gated);
  await expect(page.getByLabel("Password")).toBeVisible();
  await expectUsableAt(page, otherWidths);
  await page.getByLabel("Password").fill("let me in");
  await page.getByRole("button", { name: "Open" }).click();
  await expect(page.locator("main").getByText("This password is not correct.").first()).toBeVisible();
  await expectUsableAt(page, otherWidths);
});

test("a download of the brand portal is accessible only behind its gate", async ({ page, browser }) => {
  await page.goto("/en/brand-portal/komax-brand-portal/komax-brand-portal-protected");
  await page.getByLabel("Password").fill("preview");
  await page.getByRole("button", { name: "Open" }).click();
  const link = page.getByRole("link", { name: /Marks in colour/ });
  const url = (await link.getAttribute("href")) ?? "";
  const file = await page.request.get(url);
  expect(file.status()).toBe(200);
  expect((await file.body()).subarray(0, 2).toString()).toBe("PK");

  const stranger = await browser.newContext();
  expect((await stranger.request.get(new URL(url.split("?")[0] ?? "", page.url()).href)).status()).toBe(403);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the gate shows an error for a wrong password and opens with the right one", async ({ page }) => {
    await page.goto("/de/productronica/internal");
    await page.getByLabel("Passwort").fill("falsch");
    await page.getByRole("button", { name: "Öffnen" }).click();
    await expect(page.locator("main").getByText("Dieses Passwort stimmt nicht.").first()).toBeVisible();
    await expect(page.getByLabel("Passwort")).toBeFocused();
    await page.getByLabel("Passwort").fill("preview");
    await page.getByRole("button", { name: "Öffnen" }).click();
    await expect(page).toHaveURL(/\/de\/productronica\/internal$/);
    await expect(page.getByLabel("Passwort")).toHaveCount(0);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  });
});

const forCustomers = "/en/service-bulletins";

test("a customer logs in at a page for customers and reads it until signing out", async ({ browser }) => {
  // A separate session: signing out ends it.
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${forCustomers}?from=mail`);
  await expect(page.getByRole("heading", { level: 1, name: "Service bulletins" })).toBeVisible();
  await expect(page.getByText("feeding belt")).toHaveCount(0);
  await page.getByRole("main").getByRole("button", { name: "Log in" }).press("Enter");
  await logIn(page, testUsers.customer.email);
  await expect(page).toHaveURL(`${forCustomers}?from=mail`);
  await expect(page.getByRole("heading", { name: /feeding belt of the Alpha 530/ })).toBeVisible();
  await expectAccessible(page);

  const file = (await page.getByRole("link", { name: /Bulletin 2026-03/ }).getAttribute("href")) ?? "";
  expect((await context.request.get(file)).headers()["cache-control"]).toBe("private, no-store");
  const unsigned = await context.request.get(file.split("?")[0] ?? "");
  expect(unsigned.status()).toBe(403);

  const other = await context.newPage();
  await other.goto("/en/mykomax/logout");
  await expect(page.getByRole("main").getByRole("button", { name: "Log in" })).toBeVisible();
  await expect(page.getByText("feeding belt")).toHaveCount(0);
});

test("a signed-in customer follows a link to a page for customers and reads it", async ({ browser }) => {
  const page = await openAs(browser, "customer", "/en/mykomax");
  await expect(page.getByRole("heading", { level: 1, name: /Hello/ })).toBeVisible();
  await page.goto(forCustomers);
  await expect(page.getByRole("heading", { name: /feeding belt of the Alpha 530/ })).toBeVisible();
});

test("the gate of a page for customers is usable at every width", ({ page }) => expectUsableScreen(page, forCustomers));
