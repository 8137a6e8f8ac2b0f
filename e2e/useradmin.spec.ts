import { expect, type Page, test } from "@playwright/test";
import { expectUsable, expectUsableAt, journeyWidth, otherWidths } from "./checks";
import { tabTo } from "./keyboard";
import { enter, password, portal } from "./people";

const users = `${portal}/user-admin`;

// Each account is signed in with a session of its own: these tests change rights.
const as = async (page: Page, name: string, firstName: string) => enter(page, `${name}@example.com`, firstName);

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
  await expect(page.locator("main ol > li").first()).toContainText("Access requested");
  await expectUsableAt(page, [360, 768, 1440]);

  await page.getByRole("link", { name: "Pia Wartend" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Pia Wartend" })).toBeVisible();
  await expectUsableAt(page, [360, 768, 1440]);
  await row(page, "Service tickets").getByRole("button", { name: "Accept" }).click();
  await expect(page.getByText("The request of Pia Wartend was accepted")).toBeVisible();
  await expect(row(page, "Service tickets")).toContainText("Active");
  // In the tab that the customer has open, without a new sign-in.
  await expect(tile(customer, "Service tickets")).toContainText("Active");
  await expect(tile(customer, "Service tickets").getByRole("link", { name: "Open Service tickets" })).toBeVisible();

  await row(page, "Service tickets").getByRole("button", { name: "Withdraw" }).click();
  const dialog = page.getByRole("dialog", { name: "Withdraw: Service tickets" });
  await expect(dialog).toContainText("Pia Wartend loses access to Service tickets at once.");
  await expectUsable(page);
  await dialog.getByRole("button", { name: "Yes, continue" }).click();
  await expect(row(page, "Service tickets")).toContainText("Inactive");
  await expect(tile(customer, "Service tickets")).toContainText("Not registered");
  await page.getByRole("button", { name: "Undo" }).click();
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

  // A second invitation leads to the profile.
  await page.getByRole("button", { name: "Invite a user" }).click();
  await dialog.getByLabel("Email").fill("wanda@example.org");
  await dialog.getByLabel("First name").fill("Wanda");
  await dialog.getByLabel("Last name").fill("Neu");
  await dialog.getByRole("button", { name: "Send the invitation" }).click();
  await expect(dialog.getByText("The user already exists.")).toBeVisible();
  await dialog.getByRole("link", { name: "Show the profile" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Wanda Neu" })).toBeVisible();
  await expect(row(page, "Service tickets")).toContainText("Invited");

  const issuer = await page.evaluate(
    () => (JSON.parse(document.getElementById("strand-config")?.textContent ?? "{}") as { issuer: string }).issuer,
  );
  const person = await (await browser.newContext()).newPage();
  await person.goto(`${new URL(issuer).origin}/am/XUI/mail`);
  await person
    .getByRole("article")
    .filter({ hasText: "wanda@example.org" })
    .first()
    .getByRole("link", { name: /invitation/ })
    .click();
  await person.getByLabel("Password").fill(password);
  await person.getByRole("button").first().click();
  await person.goto(portal);
  await expect(person.getByRole("heading", { level: 1, name: "Hello Wanda" })).toBeVisible();
  await expect(tile(person, "Service tickets")).toContainText("Active");
  await expect(row(page, "Service tickets")).toContainText("Active");
});

test("the list of users is filtered, searched and read page by page", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await as(page, "internal", "Ines");
  // No other test changes users of these organizations.
  const quiet = ["cabliance", "drotar", "huzalmester", "arneses"].map((name) => `organization=org-${name}`).join("&");
  await page.goto(`${users}?${quiet}`);
  const names = () => page.locator("main ol > li h2").allInnerTexts();
  await expect.poll(async () => (await names()).length).toBe(25);
  const first = await names();
  await page.getByRole("link", { name: "Next" }).click();
  await expect.poll(async () => (await names())[0]).not.toBe(first[0]);
  await page.getByRole("link", { name: "Previous" }).click();
  await expect.poll(names).toEqual(first);

  await page.getByRole("checkbox", { name: "Invitation expired" }).check();
  await expect(page).toHaveURL(/status=INVITE_EXPIRED/);
  await expect
    .poll(async () =>
      (await page.locator("main ol > li").allInnerTexts()).every((t) => t.includes("Invitation expired")),
    )
    .toBe(true);
  await page.getByRole("link", { name: "Reset filters" }).click();
  await expect(page).toHaveURL(users);
  await page.getByRole("searchbox", { name: "Search" }).fill("wartend pia");
  await page.keyboard.press("Enter");
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
  await page.getByRole("combobox", { name: "Action" }).selectOption({ label: "Delete user (2)" });
  await page.getByRole("button", { name: "Apply to 2 users" }).click();
  await expect(page.getByText(/The selected users lose this at once/)).toBeVisible();
  await expectUsable(page);
  await page.getByRole("button", { name: "Yes, continue" }).click();
  await expect(page.getByText("2 users changed")).toBeVisible();
});

test("the activity of an organization is shown to its administrators", async ({ page }) => {
  await as(page, "helia", "Hedda");
  await page.goto(users);
  await page.getByRole("button", { name: "Activity" }).click();
  const dialog = page.getByRole("dialog", { name: "Activity" });
  await expect(dialog.getByText(/Wanda Neu|Nothing was changed yet/).first()).toBeVisible();
  await expect(dialog).not.toContainText("Pia Wartend");
  await expectUsable(page);
});

test("a foreign user, an unknown one and a user without the role are told the same little", async ({ page }) => {
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
