// Rules: AUTH-2, AUTH-6, CONST-16, MSG-6, MSG-18.

import { expect, type Page, test } from "./fixtures";
import { signInAs, logIn, portal } from "./testUsers";

/**
 * The sign-in when the identity server, the network or the browser fails (AUTH-2, MSG-6): cases that need a browser's
 * frames, storage or fetch, and the shown messages. client/src/signin tests all other failures without a browser.
 */

const customer = "customer@example.com";

/** Whether a request is the hidden frame's authorization request. */
const isSilent = (url: URL) => url.pathname.endsWith("/authorize") && url.searchParams.get("prompt") === "none";

/** Collects console messages. */
function collectConsole(page: Page): string[] {
  const logged: string[] = [];
  page.on("console", (message) => logged.push(message.text()));
  return logged;
}

/** Answers the hidden frame instead of the identity server; returns a function that counts the requests. */
async function answerSilently(page: Page, answer: Record<string, string>): Promise<() => number> {
  let count = 0;
  await page.route(isSilent, (route) => {
    count++;
    const query = new URL(route.request().url()).searchParams;
    const location = `${query.get("redirect_uri")}?${new URLSearchParams(answer).toString()}`;
    return route.fulfill({ status: 302, headers: { location } });
  });
  return () => count;
}

const expectLoginPage = (page: Page) => expect(page.getByRole("heading", { level: 1, name: "Log in" })).toBeVisible();
const expectSignedIn = (page: Page) =>
  expect(page.getByRole("heading", { level: 1, name: "Hello Carla" })).toBeVisible();

/** Expects the message of a failed sign-in. */
async function expectSignInFailure(page: Page, detail: string) {
  await expect(page.getByRole("heading", { level: 1, name: "You are not signed in" })).toBeVisible();
  await expect(page.getByText("An error has occurred, we apologize for the inconvenience")).toBeVisible();
  await expect(page.getByText("Technical details")).toHaveText(`Technical details: ${detail}`);
}

const logInAgain = (page: Page) => page.getByRole("link", { name: "Log in again" }).click();

async function logOut(page: Page) {
  await page.getByRole("button", { name: "Carla Muster" }).click();
  await page.getByRole("link", { name: "Log out" }).click();
}

type Tokens = Record<string, string | number>;

/** Reads the stored tokens, after changing some of their fields. */
function readTokens(page: Page, change: Record<string, number> = {}): Promise<Tokens> {
  return page.evaluate(
    (fields) =>
      new Promise<Tokens>((resolve, reject) => {
        const opening = indexedDB.open("strand-sign-in");
        opening.onerror = () => reject(opening.error ?? new Error("The database cannot be opened."));
        opening.onsuccess = () => {
          const transaction = opening.result.transaction("tokens", "readwrite");
          let tokens: Tokens = {};
          transaction.objectStore("tokens").openCursor().onsuccess = (event) => {
            const cursor = (event.target as IDBRequest<IDBCursorWithValue | null>).result;
            if (!cursor) return;
            tokens = { ...(cursor.value as Tokens), ...fields };
            cursor.update(tokens);
          };
          transaction.oncomplete = () => {
            opening.result.close();
            resolve(tokens);
          };
        };
      }),
    change,
  );
}

test.describe("a silent check redirects to the login", () => {
  test("when it is refused, and returns to the URL", async ({ page }) => {
    const count = await answerSilently(page, {
      error: "login_required",
      error_description: "User authentication is required",
    });
    await page.goto(`${portal}?from=mail`);
    await expectLoginPage(page);
    expect(count()).toBe(1);
    await logIn(page, customer);
    await expectSignedIn(page);
    await expect(page).toHaveURL(`${portal}?from=mail`);
  });

  test("when it is not answered in time", async ({ page }) => {
    const silentRequest = page.waitForRequest((request) => isSilent(new URL(request.url())));
    await page.route(isSilent, () => {});
    await page.goto(portal);
    await silentRequest;
    await expectLoginPage(page);
  });
});

test("a silent check that fails otherwise shows the reason in the language of the page", async ({ page }) => {
  const logged = collectConsole(page);
  await answerSilently(page, { error: "server_error", error_description: "The realm is being moved" });
  await page.goto(portal);
  await expectSignInFailure(page, "The realm is being moved");
  expect(logged).toContain("The sign-in failed. The realm is being moved");
  await page.goto("/de/mykomax");
  await expect(page.getByRole("heading", { level: 1, name: "Sie sind nicht angemeldet" })).toBeVisible();
  await expect(page.getByText("Technische Angaben")).toHaveText("Technische Angaben: The realm is being moved");
  await page.unroute(isSilent);
  await page.getByRole("button", { name: "Noch einmal versuchen" }).click();
  await expect(page.getByRole("button", { name: /Log in|Anmelden/ })).toBeVisible();
});

test("an unavailable token endpoint is reported once, until it works again", async ({ page }) => {
  const logged = collectConsole(page);
  await page.route("**/access_token", (route) => route.abort());
  await page.goto(portal);
  await logIn(page, customer);
  await expectSignInFailure(page, "Unable to exchange authorization for tokens");
  expect(logged.filter((text) => text.startsWith("The sign-in could not be completed."))).toHaveLength(1);
  await page.unroute("**/access_token");
  await logInAgain(page);
  await expectSignedIn(page);
});

test("user info that fails once causes another login, and the page stays", async ({ page }) => {
  await signInAs(page, customer, "Carla");
  const before = await readTokens(page);
  const logged = collectConsole(page);
  await page.route("**/userinfo", (route) => route.fulfill({ status: 500 }), { times: 1 });
  await page.reload();
  await expectSignedIn(page);
  expect((await readTokens(page)).accessToken).not.toBe(before.accessToken);
  expect(logged).toContainEqual(expect.stringContaining("Failed to get user info"));
});

test("signing out completes while the identity server is unavailable", async ({ page }) => {
  await signInAs(page, customer, "Carla");
  const logged = collectConsole(page);
  // All requests of the page itself to the identity server during the sign-out.
  await page.route(/\/sessions\/|\/token\/revoke/, (route) => route.abort());
  await logOut(page);
  await expect(page).toHaveURL("/en");
  await expect(page.getByRole("button", { name: "MyKomax" })).toBeVisible();
  expect(logged.filter((text) => /^Failed to (end|revoke)/.test(text)).sort()).toEqual([
    "Failed to end session Failed to fetch",
    "Failed to revoke token Failed to fetch",
  ]);
  expect(await readTokens(page)).toEqual({});
  await page.goto(portal);
  await expectLoginPage(page);
});

test("blocked storage is logged, and the identity server's session is used", async ({ page }) => {
  const logged = collectConsole(page);
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
    };
    Object.defineProperty(window, "indexedDB", { value: undefined });
    Object.assign(Storage.prototype, { getItem: refuse, setItem: refuse, removeItem: refuse });
  });
  await page.goto(portal);
  await logIn(page, customer);
  // The pending login could not be stored.
  await expectSignInFailure(page, "State mismatch");
  await logInAgain(page);
  await expectSignedIn(page);
  for (const text of ["The session's storage cannot be used.", "The tokens cannot be kept."])
    expect(logged).toContainEqual(expect.stringContaining(text));
});

test.describe("tokens", () => {
  /** Opens the account page and types a telephone number. */
  async function typeTelephone(page: Page): Promise<string> {
    await page.goto(`${portal}/account`);
    const telephone = `+41 44 555 ${crypto.getRandomValues(new Uint16Array(1)).join("")}`;
    await page.getByLabel("Telephone").fill(telephone);
    return telephone;
  }

  /** Saves the typed number, which stays in the field. */
  async function save(page: Page, telephone: string) {
    const visited: string[] = [];
    page.on("framenavigated", (frame) => frame === page.mainFrame() && visited.push(frame.url()));
    const accepted = page.waitForResponse(
      (response) => response.ok() && (response.request().postData() ?? "").includes(telephone),
    );
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Saved.")).toBeVisible();
    await expect(page.getByLabel("Telephone")).toHaveValue(telephone);
    expect(visited).toEqual([]);
    await accepted;
  }

  test("are reused while they are valid, and renewed when they expire while a form is filled in", async ({ page }) => {
    await signInAs(page, "colleague@example.com", "Pavel");
    const before = await readTokens(page);
    const requests: string[] = [];
    page.on("request", (request) => requests.push(new URL(request.url()).pathname.split("/").at(-1) ?? ""));
    const telephone = await typeTelephone(page);
    expect(requests).toContain("userinfo");
    expect(requests.filter((name) => /^(authorize|access_token|revoke)$/.test(name))).toEqual([]);
    expect(await readTokens(page)).toEqual(before);

    await readTokens(page, { tokenExpiry: 0 });
    const revoked: string[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/token/revoke"))
        revoked.push(new URLSearchParams(request.postData() ?? "").get("token") ?? "");
    });
    await save(page, telephone);
    expect((await readTokens(page)).idToken).not.toBe(before.idToken);
    expect(revoked.sort()).toEqual([before.accessToken, before.refreshToken].sort());
  });

  test("are renewed without losing input when the graph refuses them", async ({ page }) => {
    await signInAs(page, "colleague@example.com", "Pavel");
    const telephone = await typeTelephone(page);
    const { accessToken, idToken } = await readTokens(page);
    const configuration = JSON.parse((await page.locator("#strand-config").textContent()) ?? "") as {
      issuer: string;
      clientId: string;
    };
    const revocation = await page.request.post(`${configuration.issuer}/token/revoke`, {
      form: { client_id: configuration.clientId, token: String(accessToken) },
    });
    expect(revocation.status()).toBe(200);
    const answers: number[] = [];
    page.on("response", (response) => {
      if (response.request().method() === "POST" && response.url().endsWith("/graphql"))
        answers.push(response.status());
    });
    await save(page, telephone);
    expect(answers).toEqual([401, 200]);
    expect((await readTokens(page)).idToken).not.toBe(idToken);
  });

  test("redirect to the login and back to the page when they cannot be renewed", async ({ page, context }) => {
    await signInAs(page, "colleague@example.com", "Pavel");
    const telephone = await typeTelephone(page);
    await context.clearCookies({ name: "iPlanetDirectoryPro" });
    await readTokens(page, { tokenExpiry: 0 });
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("button", { name: "Discard the input and log in here" }).click();
    await expectLoginPage(page);
    await logIn(page, "colleague@example.com");
    await expect(page.getByRole("heading", { level: 1, name: "Account settings" })).toBeVisible();
    await expect(page).toHaveURL(`${portal}/account`);
    await expect(page.getByLabel("Telephone")).toHaveValue(telephone);
    await expect(page.getByText("These changes are not saved yet.")).toBeVisible();
  });
});
