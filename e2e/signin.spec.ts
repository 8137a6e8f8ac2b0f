import { expect, type Page, type Response, type Route, test } from "@playwright/test";
import { enter, logIn, portal } from "./people";

/** What becomes of signing in where the identity server, the network or the browser fails (spec §4 and §8). */

const customer = "customer@example.com";

/** Requests of the hidden frame, in which nobody is asked. */
const isSilent = (url: URL) => url.pathname.endsWith("/authorize") && url.searchParams.get("prompt") === "none";

/** Collects what is written to the console. */
function listen(page: Page): string[] {
  const logged: string[] = [];
  page.on("console", (message) => logged.push(message.text()));
  return logged;
}

/** Answers the hidden frame in place of the identity server; tells how often. */
async function answerSilently(page: Page, answer: Record<string, string>): Promise<() => number> {
  let count = 0;
  await page.route(isSilent, (route) => {
    count++;
    const asked = new URL(route.request().url()).searchParams;
    const location = `${asked.get("redirect_uri")}?${new URLSearchParams(answer).toString()}`;
    return route.fulfill({ status: 302, headers: { location } });
  });
  return () => count;
}

const isAtLogin = (page: Page) => expect(page.getByRole("heading", { level: 1, name: "Log in" })).toBeVisible();
const isSignedIn = (page: Page) => expect(page.getByRole("heading", { level: 1, name: "Hello Carla" })).toBeVisible();

/** What somebody reads who could not be signed in. */
async function isRefused(page: Page, detail: string) {
  await expect(page.getByRole("heading", { level: 1, name: "You are not signed in" })).toBeVisible();
  await expect(page.getByText("An error has occurred, we apologize for the inconvenience")).toBeVisible();
  await expect(page.getByText("Technical details")).toHaveText(`Technical details: ${detail}`);
}

const tryAgain = (page: Page) => page.getByRole("button", { name: "Try again" }).click();

async function logOut(page: Page) {
  await page.getByRole("button", { name: "Carla Muster" }).click();
  await page.getByRole("link", { name: "Log out" }).click();
}

type Tokens = Record<string, string | number>;

/** Reads the tokens that the browser keeps, after changing some of their fields. */
function keptTokens(page: Page, change: Record<string, number> = {}): Promise<Tokens> {
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

test.describe("a silent check leads to the login", () => {
  for (const [error, description] of [
    ["login_required", "User authentication is required"],
    ["interaction_required", "The request requires some interaction that is not allowed."],
    ["consent_required", "Authentication or consent required"],
    ["access_denied", "User authentication is required"],
  ] as const)
    test(`that is refused by ${error}`, async ({ page }) => {
      const count = await answerSilently(page, { error, error_description: description });
      await page.goto(`${portal}?from=mail`);
      await isAtLogin(page);
      expect(count()).toBe(1);
      await logIn(page, customer);
      await isSignedIn(page);
      await expect(page).toHaveURL(`${portal}?from=mail`);
    });

  test("that is answered with nothing", async ({ page }) => {
    const count = await answerSilently(page, {});
    await page.goto(portal);
    await isAtLogin(page);
    expect(count()).toBe(1);
  });

  test("that is not answered in time", async ({ page }) => {
    const asked = page.waitForRequest((request) => isSilent(new URL(request.url())));
    await page.route(isSilent, () => {});
    await page.goto(portal);
    await asked;
    await isAtLogin(page);
    await logIn(page, customer);
    await isSignedIn(page);
  });

  test("where the identity server cannot be reached for a moment", async ({ page }) => {
    await page.route("**/.well-known/openid-configuration", (route) => route.abort(), { times: 1 });
    await page.goto(portal);
    await isAtLogin(page);
    await logIn(page, customer);
    await isSignedIn(page);
  });

  for (const message of [
    "NetworkError when attempting to fetch resource.",
    "Cross-origin redirection to http://login.example/ denied by Cross-Origin Resource Sharing policy",
  ])
    test(`where another browser says '${message}'`, async ({ page }) => {
      await page.addInitScript((text) => {
        const fetch = window.fetch.bind(window);
        let isFirst = true;
        window.fetch = (input, init) => {
          const url = input instanceof Request ? input.url : input.toString();
          if (!isFirst || !url.includes("openid-configuration")) return fetch(input, init);
          isFirst = false;
          return Promise.reject(new TypeError(text));
        };
      }, message);
      await page.goto(portal);
      await isAtLogin(page);
    });

  test("where the tokens cannot be fetched, and the session there then needs no password", async ({ page }) => {
    await enter(page, customer, "Carla");
    await keptTokens(page, { tokenExpiry: 0 });
    await page.route("**/access_token", (route) => route.abort(), { times: 1 });
    const returned = page.waitForRequest((request) => new URL(request.url()).pathname === "/callback");
    await page.goto(portal);
    await returned;
    await isSignedIn(page);
    await expect(page).toHaveURL(portal);
  });
});

test("a silent check that fails otherwise says why, in the language of the page", async ({ page }) => {
  const logged = listen(page);
  await answerSilently(page, { error: "server_error", error_description: "The realm is being moved" });
  await page.goto(portal);
  await isRefused(page, "The realm is being moved");
  expect(logged).toContain("The sign-in failed. The realm is being moved");
  await page.goto("/de/mykomax");
  await expect(page.getByRole("heading", { level: 1, name: "Sie sind nicht angemeldet" })).toBeVisible();
  await expect(page.getByText("Technische Angaben")).toHaveText("Technische Angaben: The realm is being moved");
  await page.unroute(isSilent);
  await page.getByRole("button", { name: "Noch einmal versuchen" }).click();
  await expect(page.getByRole("button", { name: /Log in|Anmelden/ })).toBeVisible();
});

test("an identity server that is ill is named by its status", async ({ page }) => {
  await page.route("**/.well-known/openid-configuration", (route) => route.fulfill({ status: 503 }));
  await page.goto(portal);
  await isRefused(page, "Expected 200, received 503");
});

test.describe("the way back", () => {
  for (const [path, query, title, detail] of [
    ["/callback", "?code=abc&state=def", "You are not signed in", "Technical details: State mismatch"],
    ["/de/callback", "?code=abc&state=def", "Sie sind nicht angemeldet", "Technische Angaben: State mismatch"],
    ["/callback", "", "You are not signed in", "Technical details: missing params"],
    ["/callback", "?state=def", "You are not signed in", "Technical details: missing params"],
  ] as const)
    test(`at ${path}${query}`, async ({ page }) => {
      const logged = listen(page);
      await page.goto(path + query);
      await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
      await expect(page.getByText(detail)).toBeVisible();
      expect(logged).toContain(`The sign-in could not be completed. ${detail.replace(/.*: /, "")}`);
    });

  test("without a code", async ({ page }) => {
    const asking = page.waitForRequest((request) => {
      const url = new URL(request.url());
      return url.pathname.endsWith("/authorize") && !isSilent(url);
    });
    await page.goto(portal);
    const state = new URL((await asking).url()).searchParams.get("state");
    await isAtLogin(page);
    await page.goto(`/callback?code=&state=${state}`);
    await isRefused(page, "Failed to acquire authorization code");
  });

  const json = (status: number, body: object) => (route: Route) => route.fulfill({ status, json: body });
  for (const [name, answer, detail] of [
    ["400", json(400, { error: "invalid_grant" }), "Expected 200, received 400"],
    ["500", json(500, { error: "server_error" }), "Expected 200, received 500"],
    ["no access token", json(200, { token_type: "Bearer" }), "Access token not found in response"],
    [
      "no id token",
      json(200, { access_token: "abc", token_type: "Bearer" }),
      "Unable to exchange authorization for tokens",
    ],
    [
      "a page",
      (route: Route) => route.fulfill({ contentType: "text/html", body: "<html>" }),
      "Unable to exchange authorization for tokens",
    ],
    ["nothing", (route: Route) => route.abort(), "Unable to exchange authorization for tokens"],
  ] as const)
    test(`to a token endpoint that answers ${name}, and again to one that works`, async ({ page }) => {
      const logged = listen(page);
      await page.route("**/access_token", answer);
      await page.goto(portal);
      await logIn(page, customer);
      await isRefused(page, detail);
      expect(logged.filter((text) => text.startsWith("The sign-in could not be completed."))).toHaveLength(1);
      await page.unroute("**/access_token");
      await tryAgain(page);
      await isSignedIn(page);
    });
});

test.describe("user info", () => {
  test("that fails once leads to another login, and nobody sees it", async ({ page }) => {
    await enter(page, customer, "Carla");
    const before = await keptTokens(page);
    const logged = listen(page);
    await page.route("**/userinfo", (route) => route.fulfill({ status: 500 }), { times: 1 });
    await page.reload();
    await isSignedIn(page);
    expect((await keptTokens(page)).accessToken).not.toBe(before.accessToken);
    expect(logged).toContainEqual(expect.stringContaining("Failed to get user info"));
  });

  test("that fails on and on is named, until it works again", async ({ page }) => {
    await page.route("**/userinfo", (route) => route.fulfill({ status: 500 }));
    await page.goto(portal);
    await logIn(page, customer);
    await isRefused(page, "Failed to get user info");
    await page.unroute("**/userinfo");
    await tryAgain(page);
    await isSignedIn(page);
  });
});

test.describe("signing out", () => {
  const failures = (logged: string[]) => logged.filter((text) => /^Failed to (end|revoke)/.test(text)).sort();
  /** Everything that the page itself asks of the identity server. */
  const endpoints = /\/sessions\/|\/token\/revoke/;

  for (const [name, answer, messages] of [
    [
      "fails",
      (route: Route) => route.fulfill({ status: 500 }),
      ["Failed to end session Expected 200, received 500", "Failed to revoke token Expected 200, received 500"],
    ],
    [
      "cannot be reached",
      (route: Route) => route.abort(),
      ["Failed to end session Failed to fetch", "Failed to revoke token Failed to fetch"],
    ],
    ["knows nothing of it any more", (route: Route) => route.fulfill({ status: 401 }), []],
  ] as const)
    test(`where the identity server ${name}`, async ({ page }) => {
      await enter(page, customer, "Carla");
      const logged = listen(page);
      await page.route(endpoints, answer);
      await logOut(page);
      await expect(page).toHaveURL("/en");
      await expect(page.getByRole("button", { name: "MyKomax" })).toBeVisible();
      expect(failures(logged)).toEqual(messages);
      expect(await keptTokens(page)).toEqual({});
      await page.goto(portal);
      await isAtLogin(page);
    });
});

test.describe("the browser's storage", () => {
  test("may lack IndexedDB: a warning, and the sign-in is kept all the same", async ({ page }) => {
    const logged = listen(page);
    await page.addInitScript(() => Object.defineProperty(window, "indexedDB", { value: undefined }));
    await enter(page, customer, "Carla");
    expect(logged).toContainEqual(expect.stringContaining("IndexedDB is not supported here"));
    let asked = 0;
    page.on("request", (request) => request.url().includes("/authorize?") && asked++);
    await page.reload();
    await isSignedIn(page);
    expect(asked).toBe(0);
  });

  test("may refuse everything: it is logged, and the identity server's session serves", async ({ page }) => {
    const logged = listen(page);
    await page.addInitScript(() => {
      const refuse = () => {
        throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
      };
      Object.defineProperty(window, "indexedDB", { value: undefined });
      Object.assign(Storage.prototype, { getItem: refuse, setItem: refuse, removeItem: refuse });
    });
    await page.goto(portal);
    await logIn(page, customer);
    // The login that has begun could not be kept.
    await isRefused(page, "State mismatch");
    await tryAgain(page);
    await isSignedIn(page);
    for (const text of ["The session's storage cannot be used.", "The sign-in cannot be kept."])
      expect(logged).toContainEqual(expect.stringContaining(text));
  });

  test("may hold what are no tokens: they are thrown away", async ({ page }) => {
    await enter(page, customer, "Carla");
    await keptTokens(page, { idToken: 5 });
    const logged = listen(page);
    await page.reload();
    await isSignedIn(page);
    expect(logged).toContain("Could not parse token object from storage");
    expect((await keptTokens(page)).idToken).toMatch(/\./);
  });
});

test.describe("tokens", () => {
  const isMutation = (response: Response) =>
    response.request().method() === "POST" && response.url().endsWith("/graphql");

  /** Opens the account of somebody, who types a telephone number. */
  async function typeTelephone(page: Page): Promise<string> {
    await enter(page, "colleague@example.com", "Pavel");
    await page.goto(`${portal}/account`);
    const telephone = `+41 44 555 ${crypto.getRandomValues(new Uint16Array(1)).join("")}`;
    await page.getByLabel("Telephone").fill(telephone);
    return telephone;
  }

  /** Saves what was typed, which stays where it is. */
  async function save(page: Page, telephone: string) {
    const visited: string[] = [];
    page.on("framenavigated", (frame) => frame === page.mainFrame() && visited.push(frame.url()));
    const answer = page.waitForResponse((response) => isMutation(response) && response.ok());
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Saved.")).toBeVisible();
    await expect(page.getByLabel("Telephone")).toHaveValue(telephone);
    expect(visited).toEqual([]);
    expect(await (await answer).text()).toContain(telephone);
  }

  test("that are good are used as they are", async ({ page }) => {
    await enter(page, customer, "Carla");
    const before = await keptTokens(page);
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname.split("/").at(-1) ?? ""));
    await page.reload();
    await isSignedIn(page);
    expect(asked).toContain("userinfo");
    expect(asked.filter((name) => /^(authorize|access_token|revoke)$/.test(name))).toEqual([]);
    expect(await keptTokens(page)).toEqual(before);
  });

  test("that expire while somebody types are revoked and renewed, and nothing is lost", async ({ page }) => {
    const telephone = await typeTelephone(page);
    const before = await keptTokens(page, { tokenExpiry: 0 });
    const revoked: string[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/token/revoke"))
        revoked.push(new URLSearchParams(request.postData() ?? "").get("token") ?? "");
    });
    await save(page, telephone);
    expect((await keptTokens(page)).idToken).not.toBe(before.idToken);
    expect(revoked.sort()).toEqual([before.accessToken, before.refreshToken].sort());
  });

  test("that the graph refuses while somebody types are renewed, and nothing is lost", async ({ page }) => {
    const telephone = await typeTelephone(page);
    const { accessToken, idToken } = await keptTokens(page);
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
    expect((await keptTokens(page)).idToken).not.toBe(idToken);
  });

  test("that cannot be renewed lead to the login, and it back to the page", async ({ page, context }) => {
    await typeTelephone(page);
    await context.clearCookies({ name: "iPlanetDirectoryPro" });
    await keptTokens(page, { tokenExpiry: 0 });
    await page.getByRole("button", { name: "Save" }).click();
    await isAtLogin(page);
    await logIn(page, "colleague@example.com");
    await expect(page.getByRole("heading", { level: 1, name: "Account settings" })).toBeVisible();
    await expect(page).toHaveURL(`${portal}/account`);
  });
});
