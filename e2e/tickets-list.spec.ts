// Rules: MSG-7, PORT-5, PORT-14, PORT-16, TICK-13.

import { expect, type Page, test } from "./fixtures";
import { expectUsable, expectUsableScreen, journeyWidth, otherWidths, widths } from "./checks";
import { openFilters, recordLinks, recordsOf, tabTo } from "./keyboard";
import { openAs, stateOf } from "./testUsers";

const list = "/en/mykomax/tickets/list";

// No test creates a ticket or comment in the organization of this customer.
test.use({ storageState: stateOf("customer") });

/** Opens a page of the portal, and waits for the user's data. */
async function openPortalPage(page: Page, url: string) {
  await page.goto(url);
  await expect(page.getByText(/^(\d+ tickets?|Hello .*)$/)).toBeVisible();
}

const subjects = (page: Page) => recordLinks(page).allInnerTexts();

/** Holds back the requests of the signed-in user until they are released. */
async function holdResponses(page: Page) {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/graphql\?/, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

test("tickets can be filtered, searched and sorted by keyboard", async ({ page }) => {
  await page.setViewportSize({ width: journeyWidth, height: 900 });
  await openPortalPage(page, list);
  await expect(page.getByRole("heading", { level: 1, name: "Service tickets" })).toBeVisible();
  const all = await recordsOf(page).count();
  expect(all).toBeGreaterThan(3);
  await expect(page.locator("[role=status]").filter({ hasText: `${all} tickets` })).toBeVisible();
  await expectUsable(page);

  await openFilters(page);
  await tabTo(page, /^Show only my tickets/, "checkbox");
  await page.keyboard.press("Space");
  await expect(page).toHaveURL(/\?sort=UPDATED&mine=true$/);
  await expect.poll(() => recordsOf(page).count()).toBeLessThan(all);
  await expect(page.getByRole("checkbox", { name: "Show only my tickets" })).toBeChecked();

  // The filters stay open while the results are loading.
  await tabTo(page, /^Closed/, "checkbox");
  await page.keyboard.press("Space");
  await expect(page).toHaveURL(/mine=true&status=CLOSED$/);
  await expect
    .poll(async () => (await recordsOf(page).allInnerTexts()).every((text) => text.includes("Closed")))
    .toBe(true);
  await expectUsable(page);

  await page.goBack();
  await expect(page).toHaveURL(/mine=true$/);
  await expect(page.getByRole("checkbox", { name: "Closed" })).not.toBeChecked();
  await tabTo(page, "Reset filters", "link");
  await page.keyboard.press("Enter");
  await expect(recordsOf(page)).toHaveCount(all);
  await expect(page.getByRole("checkbox", { name: "Show only my tickets" })).not.toBeChecked();

  await tabTo(page, "Order", "combobox");
  await page.keyboard.press("B");
  await expect(page).toHaveURL(/sort=SUBJECT$/);
  await expect.poll(async () => isSorted(await subjects(page))).toBe(true);

  await page.getByRole("searchbox", { name: "Search" }).focus();
  // The search is applied while it is typed.
  await page.keyboard.type("alpha feeding");
  await expect(page).toHaveURL(/q=alpha\+feeding/);
  await expect.poll(() => subjects(page)).toEqual(["Alpha 530 stops with a feeding error"]);
  await expect(page.getByRole("searchbox", { name: "Search" })).toBeFocused();

  await page.keyboard.type(" nowhere");
  await expect(page.getByText("Nothing matches these filters.")).toBeVisible();
  await expectUsable(page);
  for (let i = 0; i < " nowhere".length; i++) await page.keyboard.press("Backspace");
  await expect.poll(() => subjects(page)).toEqual(["Alpha 530 stops with a feeding error"]);

  await tabTo(page, "Alpha 530 stops with a feeding error", "link");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/mykomax\/tickets\/[^/]+$/);
  // Chromium updates its history entries only then.
  await expect(page.getByRole("heading", { level: 1, name: "Alpha 530 stops with a feeding error" })).toBeVisible();
  await page.goBack();
  await expect.poll(() => subjects(page)).toEqual(["Alpha 530 stops with a feeding error"]);
});

test("the list of tickets is usable at the other widths, filtered or empty", async ({ page }) => {
  for (const query of ["", "?sort=UPDATED&mine=true&status=CLOSED", "?sort=SUBJECT&q=nowhere"])
    await expectUsableScreen(page, list + query, otherWidths);
});

function isSorted(all: string[]) {
  const sorted = [...all].sort((a, b) => a.localeCompare(b, "en", { sensitivity: "base" }));
  return all.every((subject, i) => subject === sorted[i]);
}

test("the previous page stays until the next one is loaded, and a visited page is loaded again", async ({ page }) => {
  await openPortalPage(page, list);
  const before = await subjects(page);
  const release = await holdResponses(page);
  await openFilters(page);
  await page.getByRole("checkbox", { name: "Closed" }).check();
  await expect(page.locator("html")).toHaveAttribute("data-loading");
  expect(await subjects(page)).toEqual(before);
  await expect(page.getByText("You are being signed in")).toBeHidden();
  release();
  await expect(page.locator("html")).not.toHaveAttribute("data-loading");
  await expect.poll(async () => (await subjects(page)).length).toBeLessThan(before.length);

  const requests: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/graphql?") && request.headers().authorization) requests.push(request.url());
  });
  const releaseBack = await holdResponses(page);
  await page.goBack();
  await expect(page.locator("html")).toHaveAttribute("data-loading");
  await expect(page.getByText("You are being signed in")).toBeHidden();
  releaseBack();
  await expect.poll(() => subjects(page)).toEqual(before);
  expect(requests.filter((url) => new URL(url).searchParams.get("operationName") === "Tickets")).toHaveLength(1);
});

test("navigation between portal pages signs in only once", async ({ page }) => {
  await openPortalPage(page, "/en/mykomax");
  await page.evaluate(() => {
    const shown: string[] = [];
    Object.assign(window, { shown });
    new MutationObserver(() => {
      const heading = document.querySelector("main h1")?.textContent;
      shown.push(
        document.querySelector("main")?.textContent.includes("You are being signed in") ? "waiting" : (heading ?? ""),
      );
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  });
  await page.getByRole("link", { name: "All service tickets" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Service tickets" })).toBeVisible();
  await page.getByRole("button", { name: "Carla Muster" }).click();
  await page.getByRole("link", { name: "Account settings" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Account settings" })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1, name: "Service tickets" })).toBeVisible();
  const shown = await page.evaluate(() => (window as unknown as { shown: string[] }).shown);
  expect(shown).toContain("Service tickets");
  expect(shown).not.toContain("waiting");
});

test("an unavailable part apologizes and can be retried; the rest of the page stays", async ({ page }) => {
  await openPortalPage(page, list);
  const path = (url: URL) => url.searchParams.get("operationName") === "Tickets";
  await page.route(path, async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as {
      data: { resolve: { portal: { ticketList: unknown } } };
      errors?: unknown;
    };
    body.data.resolve.portal.ticketList = null;
    body.errors = [{ message: "sis cannot be reached", path: ["resolve", "portal", "ticketList"] }];
    await route.fulfill({ response, json: body });
  });
  await openFilters(page);
  await page.getByRole("checkbox", { name: "Closed" }).check();
  const alert = page.getByRole("alert");
  await expect(alert).toContainText("we apologize for the inconvenience");
  await expect(page.getByRole("heading", { level: 1, name: "Service tickets" })).toBeVisible();
  await expectUsable(page);
  await page.unroute(path);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(alert).toBeHidden();
  await openFilters(page);
  await expect(page.getByRole("checkbox", { name: "Closed" })).toBeChecked();
});

test("the home page shows the latest tickets and the machines, and the menu links to the tickets", async ({ page }) => {
  await openPortalPage(page, "/en/mykomax");
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    const tickets = page.getByRole("region", { name: "Your latest tickets" });
    await expect(tickets.locator("a[data-record]")).toHaveCount(3);
    const machines = page.getByRole("region", { name: "Your machines" });
    await expect(machines.getByRole("link", { name: /^Report a problem Alpha 530/ }).first()).toHaveAttribute(
      "href",
      /\/mykomax\/tickets\/newticket\?machine=/,
    );
    await expectUsable(page);
  }
  await page.getByRole("button", { name: "Carla Muster" }).click();
  const menu = page.getByRole("listitem").filter({ has: page.getByRole("link", { name: "Dashboard" }) });
  await expect(menu.locator("xpath=..").getByRole("link")).toHaveText([
    "Dashboard",
    "Service tickets",
    "Inventory",
    "Direct service (opens in a new tab)",
    "Account settings",
    "Log out",
  ]);
  await page.getByRole("link", { name: "Service tickets", exact: true }).first().click();
  await expect(page).toHaveURL(list);
});

test("a user without the ticket service is told whom to contact; wire-flow shows where it runs", async ({
  browser,
}) => {
  const page = await openAs(browser, "newcomer", list);
  await expect(page.getByText("This service is not part of your access")).toBeVisible();
  await expect(page.getByText("Ask your administrator or our support for access.")).toBeVisible();
  await expectUsable(page);
  await page.goto("/en/mykomax/wire-flow");
  await expect(page.getByRole("heading", { level: 1, name: "Wire-flow" })).toBeVisible();
  await expect(page.getByText("This service is not part of your access")).toBeVisible();
});

test("wire-flow in the cloud is a link", async ({ page }) => {
  await page.goto("/en/mykomax/wire-flow");
  await expect(page.getByText("Your wire-flow runs in the cloud.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Open wire-flow in the cloud" })).toBeVisible();
  await expectUsable(page);
});
