// Rules: PORT-11, PORT-19, USER-2, USER-8, USER-15, USER-26, USER-31, USER-33, USER-36, USER-37, USER-39, USER-41, USER-54,
// USER-55, USER-56.

import { readFile } from "node:fs/promises";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expectUsable, expectUsableAt, journeyWidth, otherWidths } from "./checks";
import { expect, type Locator, type Page, test } from "./fixtures";
import { expectFocusShown, openFilters, recordLinks, recordsOf, tabTo } from "./keyboard";
import { issuerOrigin, signInAs, password, portal } from "./testUsers";
import { freePort, withServer } from "./server";
import { oneTimeCode } from "./totp";

const users = `${portal}/user-admin`;

// Each test signs in with a new session: these tests change rights.
const as = async (page: Page, name: string, firstName: string, origin = "") =>
  signInAs(page, `${name}@example.com`, firstName, origin);

function tile(page: Page, title: string) {
  return page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: title, exact: true }) });
}

/** The row of an application on the page of a user. */
const row = (page: Page, application: string) => tile(page, application);

test("an external administrator accepts a request, withdraws the access and undoes it", async ({ page, browser }) => {
  const customer = await (await browser.newContext()).newPage();
  await as(customer, "pending", "Pia");
  await expect(tile(customer, "Service tickets")).toContainText("Pending");

  await page.setViewportSize({ width: 1440, height: 900 });
  await as(page, "admin", "Adele");
  await expect(tile(page, "User administration")).toContainText(/open requests?/);
  await tile(page, "User administration").getByRole("link", { name: "Open User administration" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "User administration" })).toBeVisible();
  await expect(recordsOf(page).first()).toContainText("Access requested");
  await expectUsableAt(page, [360, 768, 1440]);

  await page.getByRole("link", { name: "Pia Wartend" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Pia Wartend" })).toBeVisible();
  await expectUsableAt(page, [360, 768, 1440]);
  await row(page, "Service tickets").getByRole("button", { name: "Accept" }).click();
  await expect(page.getByText("The request of Pia Wartend was accepted")).toBeVisible();
  await expect(row(page, "Service tickets")).toContainText("Active");
  // In the open tab of the customer, without a new sign-in.
  await expect(tile(customer, "Service tickets")).toContainText("Active");
  await expect(tile(customer, "Service tickets").getByRole("link", { name: "Open Service tickets" })).toBeVisible();

  await row(page, "Service tickets").getByRole("button", { name: "Withdraw" }).click();
  const dialog = page.getByRole("dialog", { name: "Withdraw: Service tickets" });
  await expect(dialog).toContainText("Pia Wartend loses access to Service tickets at once.");
  await expectUsable(page);
  await dialog.getByRole("button", { name: "Withdraw: Service tickets" }).click();
  await expect(row(page, "Service tickets")).toContainText("Inactive");
  await expect(tile(customer, "Service tickets")).toContainText("Inactive");
  await page.getByRole("button", { name: "Undo Pia Wartend" }).click();
  await expect(page.getByText("The action was undone")).toBeVisible();
  await expect(tile(customer, "Service tickets")).toContainText("Active");
  await expect(page.getByRole("region", { name: "Activity" })).toContainText("Adele Sample");
});

test("a customer requests access, and an administrator denies it by keyboard", async ({ page, browser }) => {
  await page.setViewportSize({ width: journeyWidth, height: 900 });
  await as(page, "declined", "Dora");
  await expect(tile(page, "Inventory")).toContainText("Your last request was denied: The inventory of Brno");
  await tabTo(page, "Request access Inventory", "button");
  await page.keyboard.press("Enter");
  await expect(tile(page, "Inventory")).toContainText("Pending");
  await expectUsable(page);

  const admin = await (await browser.newContext({ viewport: { width: journeyWidth, height: 900 } })).newPage();
  await as(admin, "admin", "Adele");
  await admin.goto(`${users}/user-declined`);
  await expect(admin.getByRole("heading", { level: 1, name: "Dora Vzorova" })).toBeVisible();
  await row(admin, "Inventory").getByRole("button", { name: "Deny" }).focus();
  await admin.keyboard.press("Enter");
  await tabTo(admin, "Reason", "textbox", "dialog[open]");
  await admin.keyboard.type("Please ask your team lead first.");
  await expectUsable(admin);
  await tabTo(admin, "Deny", "button", "dialog[open]");
  await admin.keyboard.press("Enter");
  await expect(row(admin, "Inventory")).toContainText("Declined");
  await expect(tile(page, "Inventory")).toContainText("Please ask your team lead first.");
  await expectUsableAt(admin, otherWidths);
});

test("an internal administrator invites a person, who accepts", async ({ page, browser }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await as(page, "internal", "Ines");
  await page.goto(users);
  await expect(page.getByText(/^\d+ users$/)).toBeVisible();
  await page.getByRole("button", { name: "Invite a user" }).click();
  const dialog = page.getByRole("dialog", { name: "Invite a user" });
  await expectUsable(page);
  await dialog.getByLabel("Email").fill("no address");
  await dialog.getByLabel("First name").fill("Wanda");
  await dialog.getByLabel("Last name").fill("Neu");
  await dialog.getByRole("button", { name: "Send the invitation" }).click();
  await expect(dialog.getByText("Please provide a valid email address")).toBeVisible();
  await dialog.getByLabel("Email").fill("wanda@example.org");
  await dialog.getByLabel("Organization").selectOption({ label: "Helia Automotive GmbH" });
  await dialog.getByRole("checkbox", { name: "Service tickets" }).check();
  await dialog.getByRole("button", { name: "Send the invitation" }).click();
  await expect(page.getByText("Wanda Neu was invited")).toBeVisible();

  // A second invitation links to the existing user.
  await page.getByRole("button", { name: "Invite a user" }).click();
  await dialog.getByLabel("Email").fill("wanda@example.org");
  await dialog.getByLabel("First name").fill("Wanda");
  await dialog.getByLabel("Last name").fill("Neu");
  await dialog.getByRole("button", { name: "Send the invitation" }).click();
  await expect(dialog.getByText("The user already exists.")).toBeVisible();
  await dialog.getByRole("link", { name: "Show the profile" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Wanda Neu" })).toBeVisible();
  await expect(row(page, "Service tickets")).toContainText("Invited");

  const person = await (await browser.newContext()).newPage();
  await person.goto(`${await issuerOrigin(page)}/am/XUI/mail`);
  await person
    .getByRole("article")
    .filter({ hasText: "wanda@example.org" })
    .first()
    .getByRole("link", { name: /invitation/ })
    .click();
  await person.getByLabel("Password", { exact: true }).fill(password);
  await person.locator("button[type=submit]").click();
  await person.waitForURL(`**${portal}`);
  await expect(person.getByRole("heading", { level: 1, name: "Hello Wanda" })).toBeVisible();
  await expect(tile(person, "Service tickets")).toContainText("Active");
  await expect(row(page, "Service tickets")).toContainText("Active");

  // The audit log of the organization, without users of others.
  const administrator = await (await browser.newContext()).newPage();
  await as(administrator, "helia", "Hedda");
  await administrator.goto(users);
  await administrator.getByRole("link", { name: "Activity" }).click();
  await administrator.waitForURL(`**${users}/activity`);
  const activity = administrator.getByRole("main");
  await expect(activity.getByText(/Wanda Neu/).first()).toBeVisible();
  for (const [width, height] of [
    [360, 88],
    [1440, 41],
  ] as const) {
    await administrator.setViewportSize({ width, height: 900 });
    const heights = await recordsOf(administrator).evaluateAll((rows) => rows.map((row) => row.clientHeight));
    expect(Math.max(...heights)).toBeLessThanOrEqual(height);
    await expectUsable(administrator);
  }
  await expect(activity).not.toContainText("Pia Wartend");
  await expectUsable(administrator);
});

test("the list of users can be filtered, searched and paged", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await as(page, "internal", "Ines");
  // No other test changes users of these organizations.
  const quiet = ["cabliance", "drotar", "huzalmester", "arneses"].map((name) => `organization=org-${name}`).join("&");
  await page.goto(`${users}?${quiet}`);
  const names = () => recordLinks(page).allInnerTexts();
  await expect.poll(async () => (await names()).length).toBe(25);
  const first = await names();
  await page.getByRole("link", { name: "Next" }).click();
  await expect.poll(async () => (await names())[0]).not.toBe(first[0]);
  await page.getByRole("link", { name: "Previous" }).click();
  await expect.poll(names).toEqual(first);

  await openFilters(page);
  await page.getByRole("checkbox", { name: "Invitation expired" }).check();
  await expect(page).toHaveURL(/status=INVITE_EXPIRED/);
  await expect
    .poll(async () => (await recordsOf(page).allInnerTexts()).every((t) => t.includes("Invitation expired")))
    .toBe(true);
  await page.getByRole("link", { name: "Reset filters" }).click();
  await expect(page.getByRole("checkbox", { name: "Invitation expired" })).not.toBeChecked();
  await page.getByRole("searchbox", { name: "Search" }).fill("wartend pia");
  await expect.poll(names).toEqual(["Pia Wartend"]);
  await page.goto(`${users}?q=nothing-like-this`);
  await expect(page.getByText("Nothing matches these filters.")).toBeVisible();
  await expectUsable(page);
});

test("several users are changed at once, with a result for each", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await as(page, "internal", "Ines");
  await page.goto(`${users}?organization=org-densen&status=ACTIVE`);
  const boxes = page.getByRole("checkbox", { name: /^Select / });
  await boxes.nth(0).check();
  await boxes.nth(1).check();
  await expect(page.getByText("2 users selected")).toBeVisible();
  const chosen = await recordLinks(page).allInnerTexts();
  await expectUsable(page);
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("button", { name: "Delete user (2)" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete user – 2 users" });
  await expect(dialog.getByText(/The selected users lose this access, membership or role at once/)).toBeVisible();
  await expect(dialog.getByRole("listitem")).toHaveText(chosen.slice(0, 2));
  await expectUsable(page);
  await dialog.getByRole("button", { name: "Delete user – 2 users" }).click();
  await expect(page.getByText("2 users changed")).toBeVisible();
  await page
    .getByRole("button", { name: /^Undo / })
    .first()
    .click();
  await expect(page.getByText("The action was undone")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Undo / })).toHaveCount(1);
});

test("another organization's user, an unknown user and a user without the role get the same message", async ({
  page,
}) => {
  await as(page, "admin", "Adele");
  const shown: string[] = [];
  for (const id of ["user-other", "no-such-user"]) {
    await page.goto(`${users}/${id}`);
    await expect(page.getByRole("heading", { level: 1, name: "This user cannot be shown" })).toBeVisible();
    shown.push(await page.locator("main").innerText());
  }
  expect(shown[0]).toBe(shown[1]);
  await expectUsable(page);
});

test("the valid lines of a file are invited, from a CSV file or a workbook", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await as(page, "internal", "Ines");
  const list = `${users}?organization=org-haoxian&q=importiert`;
  await page.goto(list);
  await expect(page.getByText("No users", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Import from a file" }).click();
  const dialog = page.getByRole("dialog", { name: "Import from a file" });
  const choose = (...lines: readonly string[]) =>
    dialog.getByLabel("CSV or Excel file").setInputFiles({
      name: "invitations.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(["email,firstName,lastName,applications,role", ...lines].join("\n")),
    });
  await dialog.getByLabel("Organization").selectOption({ label: "Haoxian Wire Systems Co." });
  // The empty file to fill in has the headings and no line.
  const template = dialog.getByRole("link", { name: "Excel" });
  const [download] = await Promise.all([page.waitForEvent("download"), template.click()]);
  await dialog.getByLabel("CSV or Excel file").setInputFiles({
    name: "invitations.xlsx",
    mimeType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    buffer: await readFile(await download.path()),
  });
  await dialog.getByRole("button", { name: "Check the file" }).click();
  await expect(dialog.getByLabel("CSV or Excel file")).toHaveAccessibleDescription(/The file has no lines\.$/);
  await choose(
    "erste@example.org,Erste,Importiert,TICKETING,user",
    "no address,Zweite,Importiert,,user",
    "dritte@example.org,Dritte,Importiert,TICKETING;COFFEE,user",
    "vierte@example.org,Vierte,Importiert,,administrator",
  );
  await dialog.getByRole("button", { name: "Check the file" }).press("Enter");
  const problems = dialog.getByRole("alert");
  await expect(problems).toHaveText("2 problems: correct the lines, or send the others.");
  await expect(dialog.getByRole("row")).toHaveText([
    "LinePersonResult",
    /^2erste@example\.org.*New$/,
    "3Please provide a valid email address (no address)",
    /^4The organization does not have this application\. The applications are .*Service tickets.* \(COFFEE\)$/,
    /^5vierte@example\.org.*New$/,
  ]);
  await expect(dialog.getByRole("button", { name: "Send 2 invitations" })).toBeVisible();
  await expectFocusWithin(page, problems.locator(".."));
  await expectUsableAt(page, [360, 768, 1440]);

  await choose(
    "erste@example.org,Erste,Importiert,TICKETING,user",
    "zweite@example.org,Zweite,Importiert,,user",
    "dritte@example.org,Dritte,Importiert,TICKETING,user",
    "vierte@example.org,Vierte,Importiert,,administrator",
  );
  await dialog.getByRole("button", { name: "Check the file" }).press("Enter");
  await expect(problems).toBeHidden();
  const ready = dialog.getByRole("status").filter({ hasText: "4 invitations are ready" });
  await expectFocusWithin(page, ready.locator(".."));
  await dialog.getByRole("button", { name: "Send 4 invitations" }).press("Enter");
  const sent = dialog.getByRole("status").filter({ hasText: "4 invitations were sent" });
  await expectFocusWithin(page, sent.locator(".."));
  await expect(ready).toBeHidden();
  await expectUsable(page);
  await dialog.getByRole("button", { name: "Close" }).last().press("Enter");
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name: "Import from a file" })).toBeFocused();

  const rows = recordsOf(page);
  await expect(rows.locator("a[data-record]")).toHaveText([
    "Dritte Importiert",
    "Erste Importiert",
    "Vierte Importiert",
    "Zweite Importiert",
  ]);
  for (const text of await rows.allInnerTexts()) expect(text).toContain("Invited");
  await expect(rows.filter({ hasText: "Vierte" })).toContainText("Administrator");
  await expect(rows.filter({ hasText: "Dritte" })).toContainText("Service tickets");
});

test("an expired invitation offers to request a new one, which an administrator sends and the person accepts", async ({
  browser,
}) => {
  const wide = { viewport: { width: 1440, height: 900 } };
  // The first invitation expires immediately, the next one does not: a server with another setting sends it.
  const kept = {
    STRAND_DATA_DIR: mkdtempSync(join(tmpdir(), "strand-invitations-")),
    STRAND_EMBEDDED_IDENTITY_ADDR: `localhost:${await freePort()}`,
  };
  await withServer({ ...kept, STRAND_EMBEDDED_INVITATION_LIFE: "1s" }, async (origin) => {
    const page = await (await browser.newContext(wide)).newPage();
    await as(page, "admin", "Adele", origin);
    await page.goto(`${origin}${users}`);
    await page.getByRole("button", { name: "Invite a user" }).click();
    const dialog = page.getByRole("dialog", { name: "Invite a user" });
    await dialog.getByLabel("Email").fill("late@example.org");
    await dialog.getByLabel("First name").fill("Lara");
    await dialog.getByLabel("Last name").fill("Spät");
    await dialog.getByRole("checkbox", { name: "Service tickets" }).check();
    await dialog.getByRole("button", { name: "Send the invitation" }).click();
    await expect(page.getByText("Lara Spät was invited")).toBeVisible();
  });

  await withServer(kept, async (origin) => {
    const page = await (await browser.newContext(wide)).newPage();
    await as(page, "admin", "Adele", origin);
    const person = await (await browser.newContext({ viewport: { width: journeyWidth, height: 900 } })).newPage();
    const mailbox = `${await issuerOrigin(page)}/am/XUI/mail`;
    const invitations = person.getByRole("article").filter({ hasText: "late@example.org" });
    await person.goto(mailbox);
    await invitations.getByRole("link", { name: /invitation/ }).click();
    await person.waitForURL(/token=/);
    const expired = person.url();
    await expect(person.getByRole("heading", { level: 1, name: "This invitation has expired" })).toBeVisible();
    await expect(person.getByText("Your administrators at Nordkabel Systeme AG can send you a new one.")).toBeVisible();
    await expectUsableAt(person, [1440, 768, 360]);
    await tabTo(person, "Ask for a new invitation", "button", "body");
    await person.keyboard.press("Enter");
    await expect(person.getByRole("heading", { level: 1, name: "Your request has been sent" })).toBeVisible();
    await expectUsable(person);

    // The administrators get a mail, and the list shows who has requested an invitation.
    await person.goto(mailbox);
    await expect(
      person.getByRole("article").filter({ hasText: "admin@example.com" }).filter({ hasText: "Lara Spät" }).first(),
    ).toBeVisible();
    await page.goto(`${origin}${users}?status=INVITE_EXPIRED&q=lara`);
    await expect(recordsOf(page)).toHaveCount(1);
    await page.getByRole("link", { name: "Lara Spät" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Lara Spät" })).toBeVisible();
    await expect(page.getByText(/The invitation expired on/)).toBeVisible();
    await expect(page.getByRole("region", { name: "Details" })).toContainText("Requested byLara Spät");
    await page.getByRole("button", { name: "Send a new invitation" }).press("Enter");
    await expect(page.getByText("A new invitation was sent to Lara Spät")).toBeVisible();

    // The new link differs; the old one no longer offers a request.
    await person.goto(mailbox);
    const links = invitations.getByRole("link", { name: /invitation/ });
    await expect(links).toHaveCount(2);
    expect(await links.first().getAttribute("href")).not.toBe(expired);
    await person.goto(expired);
    await expect(person.getByRole("heading", { level: 1, name: "This link is not good any more" })).toBeVisible();

    // The invitation is accepted, which the administrator sees in the list.
    await page.goto(`${origin}${users}?q=lara`);
    const entry = recordsOf(page);
    await expect(entry).toContainText("Invited");
    await person.goto(mailbox);
    await links.first().click();
    await person.getByLabel("Password", { exact: true }).fill(password);
    await expectUsable(person);
    await person.locator("button[type=submit]").press("Enter");
    await person.waitForURL(origin + portal);
    await expect(person.getByRole("heading", { level: 1, name: "Hello Lara" })).toBeVisible();
    await expect(tile(person, "Service tickets")).toContainText("Active");
    await page.goto(`${origin}${users}?q=lara&status=ACTIVE`);
    await expect(entry).toHaveCount(1);
    await expect(entry).toContainText("Active");
  });
  rmSync(kept.STRAND_DATA_DIR, { recursive: true, force: true });
});

test("an internal administrator works by keyboard only", async ({ page }) => {
  await page.setViewportSize({ width: journeyWidth, height: 900 });
  const press = async (name: string | RegExp, role: "link" | "button" | "checkbox", within = "main", key = "Enter") => {
    await tabTo(page, name, role, within);
    await expectFocusShown(page);
    await page.keyboard.press(key);
  };
  await page.goto(portal);
  await tabTo(page, "Email", "textbox", "body");
  await page.keyboard.type("internal@example.com");
  await page.keyboard.press("Tab");
  await expect(page.getByLabel("Password", { exact: true })).toBeFocused();
  await page.keyboard.type(password);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Hello Ines" })).toBeVisible();
  await press("Open User administration", "link");
  await expect(page.getByRole("heading", { level: 1, name: "User administration" })).toBeVisible();
  await expect(page.locator("#content")).toBeFocused();

  // A filter keeps the focus, so that the next one is reached with Tab.
  await openFilters(page);
  for (const [name, parameter] of [
    ["Filovolta S.p.A.", "organization=org-filovolta"],
    ["Active", "status=ACTIVE"],
  ] as const) {
    await press(new RegExp(`^${name}`), "checkbox", "main form", "Space");
    await expect(page).toHaveURL(new RegExp(parameter));
    await expect(page.getByRole("checkbox", { name: new RegExp(`^${name}`) })).toBeFocused();
  }
  const rows = recordsOf(page);
  // The previous list stays until the filtered one is loaded.
  await expect(rows.filter({ hasNotText: "Filovolta" })).toHaveCount(0);
  await expect(rows.filter({ hasNotText: /Active/ })).toHaveCount(0);
  const row = rows.filter({ hasNotText: "Administrator" }).first();
  const name = await row.locator("a[data-record]").innerText();
  await press(name, "link");
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await expect(page.locator("#content")).toBeFocused();

  const notice = (text: string) => page.locator("main [tabindex='-1']").filter({ hasText: text });
  await press("Make administrator", "button");
  await expectFocusWithin(page, page.getByRole("dialog", { name: /^Make administrator/ }));
  await press(/^Make administrator: /, "button", "dialog[open]");
  await expect(notice(`${name} is an administrator now`)).toBeFocused();
  await press("Remove the administrator role", "button");
  const dialog = page.getByRole("dialog", { name: /^Remove the administrator role/ });
  await expectFocusWithin(page, dialog);
  await expectUsable(page);
  await press("Cancel", "button", "dialog[open]");
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name: "Remove the administrator role" })).toBeFocused();
  await page.keyboard.press("Enter");
  await press(/^Remove the administrator role: /, "button", "dialog[open]");
  await expect(notice(`${name} is no longer an administrator`)).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: `Undo ${name}` })).toBeFocused();
  await expectFocusShown(page);
  await page.keyboard.press("Enter");
  await expect(notice("The action was undone")).toBeFocused();
  await expect(page.getByRole("region", { name: "Details" })).toContainText("RoleAdministrator");
  await expectUsable(page);

  await press("Ines Model", "button", "header");
  await press("Log out", "link", "header");
  await expect(page).toHaveURL("/en");
  await expect(page.getByRole("button", { name: "MyKomax" })).toBeVisible();
});

/** Expects that the focus is on an element or inside it. */
async function expectFocusWithin(page: Page, element: Locator) {
  await expect.poll(() => element.evaluate((box) => box.contains(document.activeElement))).toBe(true);
}

test("the page of an organization is reached from its users, and a person is invited to it", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await as(page, "internal", "Ines");
  await page.goto(`${users}?organization=org-filovolta`);
  const row = recordsOf(page).first();
  await expect(row.getByRole("link", { name: "Filovolta S.p.A." })).toBeVisible();
  await openFilters(page);
  await page.getByRole("link", { name: "Show Filovolta S.p.A." }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Filovolta S.p.A." })).toBeVisible();
  await expect(page).toHaveURL(`${users}/organizations/org-filovolta`);
  await expect(page).toHaveTitle(/Filovolta S\.p\.A\./);
  await expect(page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link")).toHaveText(
    ["", "MyKomax", "User administration", "Organizations"].map((title) => new RegExp(`${title}$`)),
  );
  await expectUsableAt(page, [360, 768, 1440]);

  await page.getByRole("button", { name: "Invite a user" }).click();
  const dialog = page.getByRole("dialog", { name: "Invite a user" });
  await dialog.getByLabel("Email").fill("fabio@example.org");
  await dialog.getByLabel("First name").fill("Fabio");
  await dialog.getByLabel("Last name").fill("Nuovo");
  await dialog.getByRole("button", { name: "Send the invitation" }).click();
  await expect(page.getByText("Fabio Nuovo was invited")).toBeVisible();
  await expect(page.getByRole("region", { name: "Activity" })).toContainText("Fabio Nuovo");
  await expectUsable(page);

  // The number of a status links to as many users, each of which links back.
  const invited = page.getByRole("region", { name: "Members" }).getByRole("link", { name: /^Invited \d+$/ });
  const count = Number(/\d+/.exec(await invited.innerText())?.[0]);
  await invited.click();
  await expect(page).toHaveURL(`${users}?organization=org-filovolta&status=INVITED`);
  await expect(page.getByRole("status").getByText(count === 1 ? "1 user" : `${count} users`)).toBeVisible();
  await page.getByRole("link", { name: "Fabio Nuovo" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Fabio Nuovo" })).toBeVisible();
  await page.getByRole("region", { name: "Organizations" }).getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1, name: "Filovolta S.p.A." })).toBeVisible();

  await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: "Organizations" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Organizations" })).toBeVisible();
  await expect(recordsOf(page).filter({ hasText: "Filovolta" })).toContainText("open request");
  await expectUsableAt(page, [360, 768, 1440]);
});

test("another organization and an unknown one get the same message", async ({ page }) => {
  await as(page, "admin", "Adele");
  const shown: string[] = [];
  for (const id of ["org-helia", "no-such-organization"]) {
    await page.goto(`${users}/organizations/${id}`);
    await expect(page.getByRole("heading", { level: 1, name: "This organization cannot be shown" })).toBeVisible();
    shown.push(await page.locator("main").innerText());
  }
  expect(shown[0]).toBe(shown[1]);
  await expectUsable(page);
});

test("an administrator sees the number of open requests on a public page too", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await as(page, "internal", "Ines");
  await page.goto("/en/about");
  await page.getByRole("button", { name: "Ines Model" }).click();
  await expect(page.getByRole("link", { name: /^User administration \d+ open requests?$/ })).toBeVisible();
  await expectUsable(page);
});

test("an administrator adds an access in the matrix by keyboard, and undoes it", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await as(page, "admin", "Adele");
  await page.goto(`${users}?q=modello`);
  await page.getByRole("link", { name: "Matrix" }).click();
  await expect(page).toHaveURL(/view=matrix/);
  const cell = (status: string) => page.getByRole("link", { name: `Sven Modello, Inventory: ${status}` });
  await expect(cell("No access")).toBeVisible();
  await expectUsableAt(page, [360, 768, 1440]);

  const region = page.getByRole("region", { name: "Access of users to applications" });
  await region.focus();
  await page.keyboard.press("Tab");
  await expect(region.locator("[data-cell]:focus")).toHaveCount(1);
  await cell("No access").focus();
  await expectFocusShown(page);
  await page.keyboard.press("Space");
  const menu = page.getByRole("menu", { name: "Sven Modello · Inventory" });
  await expect(menu.getByRole("menuitem", { name: "Add" })).toBeFocused();
  await expectUsable(page);
  await page.keyboard.press("Enter");
  await expect(cell("Active")).toBeFocused();
  await expect(page.getByText("The application was added for Sven Modello")).toBeVisible();

  await cell("Active").click();
  await menu.getByRole("menuitem", { name: "Withdraw" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Withdraw: Inventory" }).click();
  await expect(cell("Inactive")).toBeVisible();
  await page.getByRole("button", { name: "Undo Sven Modello" }).click();
  await expect(cell("Active")).toBeVisible();
});

test("the second factor of a member is reset by an administrator", async ({ page, browser }) => {
  const email = "onprem@example.com";
  const member = await (await browser.newContext()).newPage();
  await as(member, "onprem", "Oona");
  await member.goto(`${portal}/account`);
  await member.getByRole("button", { name: "Enable two-step login" }).click();
  const secret = await member.locator("code").innerText();
  await member.getByLabel("Six-digit code").fill(oneTimeCode(secret));
  await member.getByRole("button", { name: "Confirm" }).click();
  await member.getByRole("button", { name: "I have saved them" }).click();
  await expect(member.getByText("You have 10 recovery codes left.")).toBeVisible();

  await page.setViewportSize({ width: journeyWidth, height: 900 });
  await as(page, "admin", "Adele");
  await page.goto(`${users}/user-onprem`);
  await page.getByRole("button", { name: "Reset two-step login" }).click();
  const dialog = page.getByRole("dialog", { name: "Reset two-step login" });
  await expectUsable(page);
  await dialog.getByRole("button", { name: "Reset the two-step login of Oona Example" }).click();
  await expect(page.getByText("The two-step login of Oona Example was reset")).toBeVisible();
  await expect(page.getByRole("region", { name: "Activity" })).toContainText("Reset two-step login");
  await expect(page.getByRole("button", { name: "Reset two-step login" })).toBeHidden();

  // The sessions have ended, and the password alone is enough.
  const again = await (await browser.newContext()).newPage();
  await as(again, "onprem", "Oona");
  await again.goto(`${await issuerOrigin(again)}/am/XUI/mail`);
  await expect(again.getByText("Two-step login was reset").first()).toBeVisible();
  await expect(again.getByText(email).first()).toBeVisible();
});
