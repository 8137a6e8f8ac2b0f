// Rules: ACC-5, ACC-10, ACC-11, AUTH-1, AUTH-8, AUTH-10, URL-34, URL-36.

import { expect, type Page, test } from "./fixtures";
import { expectAccessible, expectUsable, expectUsableAt, journeyWidth, otherWidths } from "./checks";
import { tabTo } from "./keyboard";
import { register } from "./registration";
import { signInAs, openAs, password, portal } from "./testUsers";
import { oneTimeCode } from "./totp";

function tile(page: Page, title: string) {
  return page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: title, exact: true }) });
}

test("a customer signs in by keyboard and finds the services", async ({ page }) => {
  await page.setViewportSize({ width: journeyWidth, height: 800 });
  await page.goto(portal);
  await expect(page.getByRole("heading", { level: 1, name: "Log in" })).toBeVisible();
  await expectUsableAt(page, [...otherWidths, journeyWidth]);

  await expect(page.getByLabel("Email")).toBeFocused();
  await page.keyboard.type("customer@example.com");
  await page.keyboard.press("Tab");
  await page.keyboard.type("wrong");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert")).toHaveText("The email address or the password is wrong.");
  await expect(page.getByLabel("Email")).toHaveValue("customer@example.com");
  await expect(page.getByLabel("Password", { exact: true })).toBeFocused();
  await page.keyboard.type(password);
  await page.keyboard.press("Enter");

  await expect(page.getByRole("heading", { level: 1, name: "Hello Carla" })).toBeVisible();
  await expect(page).toHaveURL(portal);
  await expect(tile(page, "Service tickets")).toContainText("Active");
  await expect(tile(page, "Direct service")).toContainText("Not registered");
  await expect(tile(page, "User administration")).toContainText("Administrators of your organization give this role.");
  await expect(tile(page, "Wire-flow")).toContainText("In the cloud");
  await tabTo(page, /^Open Learning/, "link");
  await expectUsable(page);
  await expectUsableAt(page, otherWidths);
});

test("tells a user without a role what to do", async ({ browser }) => {
  const page = await openAs(browser, "newcomer", portal);
  await expect(tile(page, "Service tickets")).toContainText("You get it through your company.");
  const register = tile(page, "Direct service").getByRole("link", { name: "Register Direct service" });
  await expect(register).toHaveAttribute(
    "href",
    /^https:\/\/direct\.example\.com\/register\?goto=http.*%2Fen%2Fmykomax$/,
  );
});

test("signs in a user with a session at the identity server without a login form, and keeps the URL", async ({
  browser,
}) => {
  const page = await openAs(browser, "customer", portal);
  await expect(page.getByRole("heading", { level: 1, name: "Hello Carla" })).toBeVisible();
  // As if the browser had cleared its storage, while no page of the portal is open, which would begin the login itself.
  await page.goto("/robots.txt");
  await page.evaluate(async () => {
    localStorage.clear();
    for (const { name } of await indexedDB.databases()) if (name) indexedDB.deleteDatabase(name);
  });
  const visited: string[] = [];
  page.on("framenavigated", (frame) => frame === page.mainFrame() && visited.push(frame.url()));
  await page.goto(`${portal}?from=mail`);
  await expect(page.getByRole("heading", { level: 1, name: "Hello Carla" })).toBeVisible();
  expect(visited.filter((url) => !url.includes(portal))).toEqual([]);
  await expect(page).toHaveURL(`${portal}?from=mail`);
});

test("renews an expiring token silently", async ({ page }) => {
  await signInAs(page, "customer@example.com", "Carla");
  const tokens = () =>
    page.evaluate(
      () =>
        new Promise<{ idToken: string }>((resolve, reject) => {
          const opening = indexedDB.open("strand-sign-in");
          opening.onerror = () => reject(opening.error ?? new Error("The database cannot be opened."));
          opening.onsuccess = () => {
            const reading = opening.result.transaction("tokens").objectStore("tokens").getAll();
            reading.onsuccess = () => {
              opening.result.close();
              resolve((reading.result as { idToken: string }[])[0] ?? { idToken: "" });
            };
          };
        }),
    );
  const before = await tokens();
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open("strand-sign-in");
        opening.onsuccess = () => {
          const transaction = opening.result.transaction("tokens", "readwrite");
          const store = transaction.objectStore("tokens");
          const cursor = store.openCursor();
          cursor.onsuccess = () => {
            if (!cursor.result) return;
            cursor.result.update({ ...cursor.result.value, tokenExpiry: Date.now() + 10_000 });
            cursor.result.continue();
          };
          transaction.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      }),
  );
  await page.reload();
  await expect(page.getByRole("heading", { level: 1, name: "Hello Carla" })).toBeVisible();
  expect((await tokens()).idToken).not.toBe(before.idToken);
});

test("signing out in one tab signs out the others and ends the session", async ({ page, context }) => {
  await signInAs(page, "customer@example.com", "Carla");
  const other = await context.newPage();
  await other.goto(portal);
  await expect(other.getByRole("heading", { level: 1, name: "Hello Carla" })).toBeVisible();
  await page.getByRole("button", { name: "Carla Muster" }).click();
  await page.getByRole("link", { name: "Log out" }).click();
  await expect(page).toHaveURL("/en");
  await expect(page.getByText("You are logged out")).toBeVisible();
  await expect(page.getByRole("link", { name: "Log in again" })).toBeVisible();
  await expect(page.getByRole("button", { name: "MyKomax" })).toBeVisible();
  await expect(other.getByRole("heading", { name: "Hello Carla" })).toBeHidden();
  await expect(other.getByRole("heading", { level: 1, name: "Log in" })).toBeVisible();
});

test("recognizes the signed-in user on a public page", async ({ browser }) => {
  const page = await openAs(browser, "internal", "/de/company/about");
  await page.getByRole("button", { name: "Ines Model" }).click();
  await page.getByRole("banner").getByRole("link", { name: "Übersicht" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Guten Tag Ines" })).toBeVisible();
});

test("shows the error of a failed login response, with a link to continue", async ({ page }) => {
  await page.goto("/callback?error=access_denied&error_description=The+user+said+no");
  await expect(page.getByRole("heading", { level: 1, name: "You are not signed in" })).toBeVisible();
  await expect(page.locator("main")).toContainText("missing params");
  await expect(page.locator("main")).toContainText("The user said no");
  await expect(page.getByRole("banner").getByRole("button", { name: /^Language/ })).toBeVisible();
  await expectAccessible(page);
  await page.goto("/de/callback?code=abc&state=def");
  await expect(page.getByRole("heading", { level: 1, name: "Sie sind nicht angemeldet" })).toBeVisible();
  await page.getByRole("link", { name: "Erneut anmelden" }).click();
  await expect(page.getByLabel(/Email|E-Mail/)).toBeVisible();
});

test("a callback that is opened again leads a signed-in user to the portal", async ({ page }) => {
  let callback = "";
  let exchanges = 0;
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname === "/callback") callback = request.url();
    if (pathname.endsWith("/token") || pathname.endsWith("/access_token")) exchanges++;
  });
  await signInAs(page, "customer@example.com", "Carla");
  expect(callback).toContain("code=");
  expect(exchanges).toBe(1);
  const bookmarks = [callback, callback.replace("/callback", "/de/callback"), "/callback", "/en/callback"];
  for (const url of bookmarks) {
    await page.goto(url);
    await expect(page.getByRole("heading", { level: 1, name: /(Hello|Guten Tag) Carla/ })).toBeVisible();
  }
  expect(exchanges).toBe(1);
});

test("a new user registers, edits the account and enables the second factor", async ({ page, browser }) => {
  const email = await register(page);
  await page.getByRole("button", { name: "Ada Beispiel" }).click();
  await page.getByRole("link", { name: "Account settings" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Account settings" })).toBeVisible();
  await expectAccessible(page);

  await page.getByLabel("First name").fill("");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Please enter your first name")).toBeVisible();
  await expect(page.getByLabel("First name")).toBeFocused();
  await page.getByLabel("First name").fill("Adele");
  await page.getByRole("combobox", { name: "Country" }).selectOption({ label: "Austria" });
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();

  await page.getByLabel("Current password").fill("not this");
  await page.getByLabel("New password").fill("Correct-horse-10");
  await page.getByRole("button", { name: "Change the password" }).click();
  await expect(page.getByText("This is not your current password.")).toBeVisible();
  await page.getByLabel("Current password").fill("Correct-horse-9");
  await page.getByLabel("New password").fill("adele");
  await expect(page.getByText("Met:")).toHaveCount(1);
  await page.getByRole("button", { name: "Change the password" }).click();
  // The error at the field; the list of rules has the same words.
  await expect(page.getByText(/at least 12\. The password needs at least one capital/)).toBeVisible();
  await page.getByLabel("New password").fill("Correct-horse-10");
  await page.getByRole("button", { name: "Change the password" }).click();
  await expect(page.getByText("Your password is changed.")).toBeVisible();

  await page.getByRole("button", { name: "Enable two-step login" }).click();
  const secret = await page.locator("code").innerText();
  await page.getByLabel("Six-digit code").fill("000000");
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByText("The code is wrong, or it was used already.")).toBeVisible();
  await page.getByLabel("Six-digit code").fill(oneTimeCode(secret));
  await page.getByRole("button", { name: "Confirm" }).click();
  const recovery = page.getByRole("listitem").filter({ hasText: /^[a-z2-7]{5}-[a-z2-7]{5}$/ });
  await expect(recovery).toHaveCount(10);
  await expectAccessible(page);

  // Before the codes are saved the factor is off: the page asks before it is left, and a login needs no code.
  page.once("dialog", (dialog) => void dialog.accept());
  await page.goto(`${portal}/logout`);
  await expect(page).toHaveURL("/en");
  await page.goto(`${portal}/account`);
  const logIn = async (there: Page) => {
    await there.getByLabel("Email").fill(email);
    await there.getByLabel("Password", { exact: true }).fill("Correct-horse-10");
    await there.getByRole("button", { name: "Log in" }).click();
  };
  await logIn(page);
  await expect(page.getByText("Two-step login is not on yet.")).toBeVisible();
  await page.getByRole("button", { name: "Start again" }).click();
  await page.getByLabel("Six-digit code").fill(oneTimeCode(await page.locator("code").innerText()));
  await page.getByRole("button", { name: "Confirm" }).click();
  await page.getByRole("button", { name: "I have saved them" }).click();
  await expect(page.getByText("Two-step login is on, and the saved recovery codes are valid.")).toBeVisible();

  await page.getByRole("button", { name: "New recovery codes" }).click();
  await expect(recovery).toHaveCount(10);
  const code = await recovery.first().innerText();
  await page.getByRole("button", { name: "I have saved them" }).click();
  await expect(page.getByText("You have 10 recovery codes left.")).toBeVisible();
  await expectAccessible(page);

  // With a recovery code, since the one-time code was already used.
  await page.goto(`${portal}/logout`);
  await expect(page).toHaveURL("/en");
  await page.goto(`${portal}/account`);
  await logIn(page);
  await page.getByLabel("Code").fill(code);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Account settings" })).toBeVisible();
  await expect(page.getByLabel("First name")).toHaveValue("Adele");
  await expect(page.getByText("You have 9 recovery codes left.")).toBeVisible();

  await page.getByRole("button", { name: "Reset two-step login" }).click();
  await page.getByRole("button", { name: "Reset and log in again" }).click();
  await logIn(page);
  await expect(page.getByRole("button", { name: "Enable two-step login" })).toBeVisible();

  // In another browser, which is logged out from here while a change is typed there.
  const other = await (await browser.newContext()).newPage();
  await other.goto(`${portal}/account`);
  await logIn(other);
  await expect(other.getByRole("heading", { level: 1, name: "Account settings" })).toBeVisible();
  await other.getByLabel("Current password").fill("Correct-horse-10");
  await other.getByLabel("New password").fill("Correct-horse-11");
  await page.reload();
  const sessions = page.getByRole("region", { name: "Where you are logged in" }).getByRole("listitem");
  await expect(sessions).toHaveCount(2);
  await page.getByRole("button", { name: /^Log out Chrome/ }).click();
  await expect(sessions).toHaveCount(1);
  await expect(sessions).toContainText("This browser");
  await other.getByRole("button", { name: "Change the password" }).click();
  const ended = other.getByRole("dialog", { name: "Your session has ended" });
  await expect(ended).toBeVisible();
  await expectUsable(other);
  await other.keyboard.press("Escape");
  const newWindow = other.waitForEvent("popup");
  await ended.getByRole("link", { name: "Log in in a new window" }).click();
  await logIn(await newWindow);
  await expect(ended).toBeHidden();
  await expect(other.getByText("Your password is changed.")).toBeVisible();
});

test("of an internally managed account only the choice of mails can be changed", async ({ browser }) => {
  const page = await openAs(browser, "internal", `${portal}/account#second-factor`);
  await expect(page.getByRole("heading", { level: 2, name: "Two-step login" })).toBeInViewport();
  await expect(
    page.getByText(
      "Your account is managed internally. Profile and password cannot be changed here, except the choice of mails.",
    ),
  ).toBeVisible();
  await expect(page.getByLabel("First name")).toHaveAttribute("readonly", "");
  await expect(page.getByRole("checkbox", { name: /^Mails when other people/ })).toBeEnabled();
  await expect(page.getByRole("heading", { name: "Password" })).toBeHidden();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });
  test("the portal says that it needs JavaScript", async ({ page }) => {
    await page.goto(portal);
    await expect(page.getByText("The customer portal needs JavaScript.")).toBeVisible();
  });
});
