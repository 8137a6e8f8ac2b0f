import { IDBFactory, IDBObjectStore } from "fake-indexeddb";
import { IdentityProvider, Visitor } from "../../test/identityProvider";
import { clock, closePages, openPage, signInAs } from "../../test/signInPage";
import { type Settings } from "./signIn";
import { openTokenStore } from "./tokenStore";

/** Against a real provider (client/test/identityProvider.ts); frames and navigation alone are played. */

let provider: IdentityProvider;
let settings: Settings;
let visitor: Visitor;
const errors = jest.spyOn(console, "error");
const warnings = jest.spyOn(console, "warn");

beforeAll(async () => {
  provider = await IdentityProvider.start();
});

afterAll(() => provider.stop());

beforeEach(async () => {
  errors.mockReset().mockImplementation(() => {});
  warnings.mockReset().mockImplementation(() => {});
  globalThis.indexedDB = new IDBFactory();
  window.sessionStorage.clear();
  window.localStorage.clear();
  clock.ahead = 0;
  visitor = new Visitor();
  settings = { issuer: provider.issuer, clientId: "portal", scope: "openid profile email directory" };
  await provider.fail();
  await provider.asked();
});

afterEach(() => {
  closePages();
  // No token, code or verifier ever stands in a log.
  const logged = JSON.stringify([...errors.mock.calls, ...warnings.mock.calls]);
  expect(logged).not.toMatch(/[\w-]{43}/);
});

const open = () => openPage(settings, visitor);
const signedIn = (account = "ada") => signInAs(account, settings, visitor);
const ada = expect.objectContaining({
  id: "ada-id",
  firstName: "Ada",
  lastName: "Lovelace",
  fullName: "Ada Lovelace",
  initials: "AL",
  email: "ada@example.com",
  roles: ["kmx_int_serviceticketing_active"],
}) as unknown;
/** Waits until the provider has seen a request. */
async function seen(end: string) {
  while ((await provider.asked(end)).length === 0);
}
/** Something to wait for. */
function makeGate() {
  let open = () => {};
  const passed = new Promise<void>((resolve) => (open = resolve));
  return { open: () => open(), passed };
}
/** What was logged, each as one text. */
const logged = () => errors.mock.calls.map((call) => call.join(" "));

describe("a silent check", () => {
  test("of nobody leaves nothing but the knowledge", async () => {
    const page = open();
    expect(page.signIn.state()).toEqual({ kind: "unknown" });
    expect(await page.signIn.check()).toEqual({ kind: "anonymous" });
    expect(page.left()).toBeUndefined();
    expect(await page.signIn.idToken()).toBeUndefined();
    expect(page.frames()).toBe(1);
    expect(errors).not.toHaveBeenCalled();
    const [authorize] = await provider.asked("/authorize");
    expect(Object.fromEntries(new URL(authorize?.url ?? "", provider.issuer).searchParams)).toEqual({
      client_id: "portal",
      redirect_uri: "http://localhost/blank-callback",
      response_type: "code",
      scope: "openid profile email directory",
      state: expect.stringMatching(/^[0-9a-f]{32}$/) as unknown,
      code_challenge: expect.stringMatching(/^[\w-]{43}$/) as unknown,
      code_challenge_method: "S256",
      prompt: "none",
    });
  });

  test("finds the provider's session, and the tokens then serve without asking again", async () => {
    await signedIn();
    globalThis.indexedDB = new IDBFactory();
    closePages();
    const page = open();
    await provider.asked();
    const [state, idToken] = await Promise.all([page.signIn.check(), page.signIn.idToken()]);
    expect(state).toEqual({ kind: "signedIn", user: ada });
    expect(idToken?.split(".")).toHaveLength(3);
    expect(await page.signIn.check()).toBe(state);
    const asked = await provider.asked();
    expect(asked.filter(({ url }) => url.endsWith("/userinfo"))).toHaveLength(1);
    const exchanged = asked
      .filter(({ url }) => url.endsWith("/access_token"))
      .map(({ body }) => new URLSearchParams(body));
    expect(exchanged).toHaveLength(1);
    expect(Object.fromEntries(exchanged[0] ?? [])).toEqual({
      client_id: "portal",
      grant_type: "authorization_code",
      code: expect.anything() as unknown,
      redirect_uri: "http://localhost/blank-callback",
      code_verifier: expect.stringMatching(/^[\w-]{43}$/) as unknown,
    });
  });

  test("is one for all who ask at once", async () => {
    const page = open();
    const states = await Promise.all([page.signIn.check(), page.signIn.check(), page.signIn.idToken()]);
    expect(states).toEqual([{ kind: "anonymous" }, { kind: "anonymous" }, undefined]);
    expect(page.frames()).toBe(1);
  });

  test("that nothing answers is over after 3,000 ms: nobody is signed in", async () => {
    await provider.fail({ "/authorize": { silent: true } });
    const page = open();
    const checked = page.signIn.check();
    await seen("/authorize");
    expect(page.elapse(2_999)).toBe(0);
    page.elapse(3_000);
    expect(await checked).toEqual({ kind: "anonymous" });
  });

  test.each([
    ["login_required", "", "anonymous"],
    ["interaction_required", "in words of its own", "anonymous"],
    ["consent_required", "", "anonymous"],
    ["access_denied", "User authentication is required", "anonymous"],
    ["server_error", "The provider is ill", "failed"],
    ["server_error", "", "failed"],
  ])("that is refused by %s (%s) makes the state %s", async (error, description, kind) => {
    const query = new URLSearchParams({ error, error_description: description });
    const page = openPage(settings, visitor, {
      frame: (_, arrival) => Promise.resolve(`${arrival}?${query.toString()}`),
    });
    const state = await page.signIn.check();
    expect(state).toEqual(kind === "failed" ? { kind, message: description || error } : { kind });
  });

  test.each([
    ["nothing", "", { kind: "anonymous" }],
    ["another state", "code=a&state=b", { kind: "failed", message: "State mismatch" }],
  ])("that is answered with %s", async (_, query, state) => {
    const page = openPage(settings, visitor, {
      frame: (_url, arrival) => Promise.resolve(`${arrival}?${query}`),
    });
    expect(await page.signIn.check()).toEqual(state);
  });

  test.each([
    ["ada", "signedIn"],
    ["reluctant", "anonymous"],
  ])("of %s, who has begun a login in another tab, makes the state %s", async (account, kind) => {
    const other = open();
    await other.signIn.logIn("/mykomax");
    await other.follow(account);
    other.close();
    const answers: string[] = [];
    const page = openPage(settings, visitor, {
      async frame(url) {
        answers.push(await visitor.go(url));
        return answers[0] ?? "";
      },
    });
    expect((await page.signIn.check()).kind).toBe(kind);
    expect(new URL(answers[0] ?? "").searchParams.get("error")).toBe(kind === "signedIn" ? null : "consent_required");
  });
});

describe("the provider's configuration", () => {
  test("is asked for when it is needed, once, and again after a failure", async () => {
    await provider.fail({ "openid-configuration": { status: 503 } });
    const page = open();
    expect(await provider.asked()).toHaveLength(0);
    expect(await page.signIn.check()).toEqual({ kind: "failed", message: "Expected 200, received 503" });
    await provider.fail();
    await page.signIn.check();
    await page.signIn.check();
    expect(await provider.asked("openid-configuration")).toHaveLength(2);
  });

  test("must be that of the issuer", async () => {
    settings = { ...settings, issuer: provider.issuer.replace("127.0.0.1", "localhost") };
    const state = await open().signIn.check();
    expect(state).toMatchObject({ kind: "failed", message: expect.stringContaining("issuer") as unknown });
  });

  test.each([
    ["TypeError: fetch failed", { kind: "anonymous" }],
    ["NetworkError when attempting to fetch resource.", { kind: "anonymous" }],
    ["Cross-origin redirection to http://a.example denied", { kind: "anonymous" }],
  ])("may be out of reach: %s", async (message, state) => {
    const fetched = jest.spyOn(globalThis, "fetch").mockRejectedValue(new TypeError(message));
    expect(await open().signIn.check()).toEqual(state);
    fetched.mockRestore();
  });

  test("is waited for no longer than 3,000 ms", async () => {
    await provider.fail({ "openid-configuration": { silent: true } });
    const page = open();
    const left = page.signIn.logIn("/mykomax");
    await seen("openid-configuration");
    expect(page.elapse(2_999)).toBe(0);
    page.elapse(3_000);
    await left;
    expect(page.signIn.state()).toEqual({ kind: "failed", message: "Authorization timed out" });
    expect(page.left()).toBeUndefined();
  });
});

describe("a protected address", () => {
  test("lets a user in", async () => {
    const page = await signedIn();
    expect(await page.signIn.require("/mykomax/inventory")).toBe(true);
    expect(page.signIn.state()).toEqual({ kind: "signedIn", user: ada });
    expect(page.left()).toBeUndefined();
  });

  test("leads nobody to the login and back to itself", async () => {
    const page = open();
    const required = page.signIn.require("/de-ch/mykomax/tickets/list?mine=1#last");
    const callback = await page.follow();
    page.elapse(30_000);
    expect(await required).toBe(false);
    const asked = new URL(page.left() ?? "").searchParams;
    expect(asked.get("redirect_uri")).toBe("http://localhost/callback");
    expect(asked.has("prompt")).toBe(false);
    closePages();

    const at = open();
    const { searchParams } = new URL(callback);
    expect(await at.signIn.finish(searchParams)).toEqual({ goTo: "/de-ch/mykomax/tickets/list?mine=1#last" });
    closePages();

    const back = open();
    expect(await back.signIn.require("/de-ch/mykomax/tickets/list")).toBe(true);
    expect(back.frames()).toBe(0);
  });

  test("waits 30,000 ms for a user, and no longer", async () => {
    const page = open();
    let answer: boolean | undefined;
    const required = page.signIn.require("/mykomax").then((is) => (answer = is));
    await page.follow();
    page.elapse(29_999);
    await new Promise((resolve) => setTimeout(resolve));
    expect(answer).toBeUndefined();
    page.elapse(30_000);
    expect(await required).toBe(false);
  });

  test("opens when somebody signs in in another tab meanwhile", async () => {
    const waiting = open();
    const required = waiting.signIn.require("/mykomax");
    const callback = await waiting.follow();
    const other = open();
    await other.signIn.finish(new URL(callback).searchParams);
    expect(await required).toBe(true);
  });

  test("does not lead to a login that would not help", async () => {
    const page = openPage(settings, visitor, {
      frame: (_, arrival) => Promise.resolve(`${arrival}?error=server_error&error_description=ill`),
    });
    expect(await page.signIn.require("/mykomax")).toBe(false);
    expect(page.left()).toBeUndefined();
    expect(page.signIn.state()).toEqual({ kind: "failed", message: "ill" });
  });
});

describe("the way back", () => {
  /** A login up to the provider's answer. */
  async function answer(returnTo = "/mykomax/account"): Promise<URLSearchParams> {
    const page = open();
    await page.signIn.logIn(returnTo);
    const { searchParams } = new URL(await page.follow());
    closePages();
    return searchParams;
  }

  test.each([
    ["", "/mykomax"],
    ["https://evil.example/", "/mykomax"],
    ["//evil.example/", "/mykomax"],
    ["/callback?code=1", "/mykomax"],
    ["/en/products?unit=imperial", "/en/products?unit=imperial"],
  ])("to %p leads to %s", async (returnTo, goTo) => {
    const query = await answer(returnTo);
    expect(await open().signIn.finish(query)).toEqual({ goTo });
  });

  test("does not trust what stands in the session's storage", async () => {
    const query = await answer();
    const flow = JSON.parse(window.sessionStorage.getItem("strand-sign-in") ?? "") as object;
    window.sessionStorage.setItem("strand-sign-in", JSON.stringify({ ...flow, returnTo: "//evil.example" }));
    expect(await open().signIn.finish(query)).toEqual({ goTo: "/mykomax" });
  });

  test("is answered alike to all who ask on one page, and refused on the next", async () => {
    const query = await answer();
    const page = open();
    const first = page.signIn.finish(query);
    expect(await page.signIn.finish(new URLSearchParams(query))).toEqual(await first);
    expect(await first).toEqual({ goTo: "/mykomax/account" });
    expect(await open().signIn.finish(query)).toEqual({ error: "State mismatch" });
    expect(await provider.asked("/access_token")).toHaveLength(1);
    expect(logged()).toEqual(["The sign-in could not be completed. State mismatch"]);
  });

  test("cannot end in another tab", async () => {
    const query = await answer();
    window.sessionStorage.clear();
    expect(await open().signIn.finish(query)).toEqual({ error: "State mismatch" });
  });

  test("of somebody else's login is refused, and the visitor's own goes on", async () => {
    const query = await answer();
    expect(await open().signIn.finish(new URLSearchParams({ code: "theirs", state: "theirs" }))).toEqual({
      error: "State mismatch",
    });
    expect(await open().signIn.finish(query)).toEqual({ goTo: "/mykomax/account" });
  });

  test.each([
    ["", "missing params"],
    ["code=1", "missing params"],
    ["error=access_denied&error_description=Not+today&state=1", "missing params: access_denied: Not today"],
  ])("with %p", async (query, error) => {
    expect(await open().signIn.finish(new URLSearchParams(query))).toEqual({ error });
  });

  test.each([
    ["no code", (query: URLSearchParams) => query.set("code", ""), "Failed to acquire authorization code"],
    ["two codes", (query: URLSearchParams) => query.append("code", "2"), "Failed to acquire authorization code"],
    [
      "the answer of another issuer",
      (query: URLSearchParams) => query.set("iss", "https://evil.example"),
      "Failed to acquire authorization code",
    ],
    ["two states", (query: URLSearchParams) => query.append("state", "2"), "State mismatch"],
    ["a wrong code", (query: URLSearchParams) => query.set("code", "wrong"), "Expected 200, received 400"],
  ])("with %s", async (_, change, error) => {
    const query = await answer();
    change(query);
    expect(await open().signIn.finish(query)).toEqual({ error });
    expect(await openPage(settings, new Visitor()).signIn.check()).toEqual({ kind: "anonymous" });
  });

  test.each([
    ["503", { status: 503, body: "<html>" }, "Expected 200, received 503"],
    ["no access token", { status: 200, body: '{"token_type":"Bearer"}' }, "Access token not found in response"],
    ["no JSON", { status: 200, body: "<html>", type: "text/html" }, "Unable to exchange authorization for tokens"],
    [
      "no id token",
      { status: 200, body: '{"access_token":"a","token_type":"Bearer"}' },
      "Unable to exchange authorization for tokens",
    ],
  ])("to a token endpoint that answers %s", async (_, fault, error) => {
    const query = await answer();
    await provider.fail({ "/access_token": fault });
    expect(await open().signIn.finish(query)).toEqual({ error });
  });

  test("to a token endpoint that never answers", async () => {
    const query = await answer();
    await provider.fail({ "/access_token": { silent: true } });
    const page = open();
    const finished = page.signIn.finish(query);
    await seen("/access_token");
    page.elapse(3_000);
    expect(await finished).toEqual({ error: "Unable to exchange authorization for tokens" });
  });

  test("does not depend on the visitor's clock", async () => {
    const query = await answer();
    const { now } = Date;
    const wrong = jest.spyOn(Date, "now").mockImplementation(() => now() + 5 * 3_600_000);
    expect(await open().signIn.finish(query)).toEqual({ goTo: "/mykomax/account" });
    closePages();
    expect(await open().signIn.require("/mykomax")).toBe(true);
    wrong.mockRestore();
  });

  test("revokes the tokens that were there", async () => {
    await signedIn("grace");
    const query = await answer();
    await provider.asked();
    await open().signIn.finish(query);
    expect(await provider.asked("/token/revoke")).toHaveLength(2);
  });
});

describe("tokens", () => {
  const minutes = 60_000;

  test("serve until 180 s before their end, then they are revoked and renewed", async () => {
    const page = await signedIn();
    await page.signIn.check();
    const first = await page.signIn.idToken();
    clock.ahead = 57 * minutes - 5_000;
    expect(await page.signIn.idToken()).toBe(first);
    await provider.asked();
    const fetched = jest.spyOn(globalThis, "fetch");
    clock.ahead = 57 * minutes + 5_000;
    const second = await page.signIn.idToken();
    expect(second?.split(".")).toHaveLength(3);
    const inits = fetched.mock.calls.filter(([url]) => (url as string).endsWith("/token/revoke"));
    expect(inits.map(([, init]) => init?.credentials)).toEqual(["include", "include"]);
    fetched.mockRestore();
    const asked = (await provider.asked()).map(({ url }) => new URL(url, provider.issuer).pathname.split("/").at(-1));
    expect(asked).toEqual(["revoke", "revoke", "authorize", "access_token"]);
    expect(page.signIn.state().kind).toBe("signedIn");
  });

  test("are renewed once for all who ask at once", async () => {
    const page = await signedIn();
    clock.ahead = 58 * minutes;
    const tokens = await Promise.all([1, 2, 3].map(() => page.signIn.idToken()));
    expect(new Set(tokens).size).toBe(1);
    expect(page.frames()).toBe(1);
  });

  test.each(["briefAccess", "briefIdentity"])("end with the first of them (%s)", async (clientId) => {
    settings = { ...settings, clientId };
    const page = await signedIn();
    clock.ahead = 1_010_000;
    await page.signIn.idToken();
    expect(page.frames()).toBe(0);
    clock.ahead = 1_030_000;
    await page.signIn.idToken();
    expect(page.frames()).toBe(1);
  });

  test("that are gone leave nobody signed in", async () => {
    const page = await signedIn();
    await page.signIn.check();
    globalThis.indexedDB = new IDBFactory();
    expect(await page.signIn.idToken()).toBeUndefined();
    expect(page.signIn.state()).toEqual({ kind: "anonymous" });
    expect(page.frames()).toBe(0);
  });

  test("that never live longer than 180 s are renewed 30 s before their end", async () => {
    settings = { ...settings, clientId: "brief" };
    const page = await signedIn();
    clock.ahead = 85_000;
    await page.signIn.idToken();
    expect(page.frames()).toBe(0);
    clock.ahead = 95_000;
    expect(await page.signIn.idToken()).toBeDefined();
    expect(page.frames()).toBe(1);
  });

  test("that cannot be renewed leave nobody signed in", async () => {
    const page = await signedIn();
    await page.signIn.check();
    clock.ahead = 58 * minutes;
    // The provider's session is gone.
    jest.spyOn(visitor, "go").mockImplementation((url) => new Visitor().go(url));
    expect(await page.signIn.idToken()).toBeUndefined();
    expect(page.signIn.state()).toEqual({ kind: "anonymous" });
    expect(await page.signIn.idToken()).toBeUndefined();
    expect(page.frames()).toBe(1);
  });

  test("that cannot be revoked are renewed all the same", async () => {
    const page = await signedIn();
    clock.ahead = 58 * minutes;
    await provider.fail({ "/token/revoke": { status: 500 } });
    expect(await page.signIn.idToken()).toBeDefined();
    expect(page.frames()).toBe(1);
    expect(logged()).toEqual(["Failed to revoke token Expected 200, received 500"]);
  });

  test("may be unknown to the provider when they are revoked", async () => {
    const page = await signedIn();
    clock.ahead = 58 * minutes;
    await provider.fail({ "/token/revoke": { status: 400 } });
    expect(await page.signIn.idToken()).toBeDefined();
    expect(errors).not.toHaveBeenCalled();
  });

  test("of another person change who is signed in", async () => {
    const page = await signedIn();
    await page.signIn.check();
    clock.ahead = 58 * minutes;
    const grace = new Visitor();
    const other = openPage(settings, grace);
    await other.signIn.logIn("/mykomax");
    await other.follow("grace");
    other.close();
    jest.spyOn(visitor, "go").mockImplementation((url) => grace.go(url));
    const heard = new Promise((resolve) => page.signIn.subscribe(() => resolve(page.signIn.state())));
    await page.signIn.idToken();
    expect(await heard).toMatchObject({ user: { fullName: "Grace Hopper" } });
  });
});

describe("user info", () => {
  test("that fails leads to another login, without leaving where the provider allows it", async () => {
    const page = await signedIn();
    await provider.asked();
    await provider.fail({ "/userinfo": { status: 500 } });
    expect(await page.signIn.check()).toEqual({ kind: "failed", message: "Failed to get user info" });
    const asked = (await provider.asked()).map(({ url }) => new URL(url, provider.issuer).pathname.split("/").at(-1));
    expect(asked).toEqual([
      "openid-configuration",
      "userinfo",
      "revoke",
      "revoke",
      "authorize",
      "access_token",
      "userinfo",
    ]);
    await provider.fail();
    expect(await page.signIn.check()).toEqual({ kind: "signedIn", user: ada });
  });

  test("that fails on and on leaves for the login once", async () => {
    await provider.fail({ "/userinfo": { status: 401 } });
    const frame = (_url: string, arrival: string) => Promise.resolve(`${arrival}?error=login_required`);
    await signedIn();
    const first = openPage(settings, visitor, { frame });
    const required = first.signIn.require("/mykomax");
    const callback = await first.follow();
    first.elapse(30_000);
    expect(await required).toBe(false);
    closePages();
    await open().signIn.finish(new URL(callback).searchParams);
    closePages();
    const second = openPage(settings, visitor, { frame });
    expect(await second.signIn.require("/mykomax")).toBe(false);
    expect(second.left()).toBeUndefined();
    expect(second.signIn.state()).toEqual({ kind: "failed", message: "Failed to get user info" });
  });

  test("that works again allows another login when it fails again", async () => {
    const frame = (_url: string, arrival: string) => Promise.resolve(`${arrival}?error=login_required`);
    /** From a login that works to one that is asked for again. */
    const failAfterSuccess = async () => {
      await provider.fail();
      const page = await signedIn();
      expect((await page.signIn.check()).kind).toBe("signedIn");
      closePages();
      await provider.fail({ "/userinfo": { status: 500 } });
      const next = openPage(settings, visitor, { frame });
      void next.signIn.require("/mykomax");
      await next.follow();
      closePages();
    };
    await failAfterSuccess();
    await failAfterSuccess();
  });

  test("that is late does not revoke what was renewed meanwhile", async () => {
    const page = await signedIn();
    await provider.fail({ "/userinfo": { silent: true } });
    const checked = page.signIn.check();
    await seen("/userinfo");
    await signInAs("ada", settings, visitor);
    await provider.fail();
    page.elapse(3_000);
    expect((await checked).kind).toBe("signedIn");
    // By the login.
    expect(await provider.asked("/token/revoke")).toHaveLength(2);
    expect(page.frames()).toBe(0);
  });

  test("is that of the id token's subject", async () => {
    const page = await signedIn();
    await provider.fail({ "/userinfo": { status: 200, body: '{"sub":"mallory","name":"Mallory"}' } });
    expect(await page.signIn.check()).toEqual({ kind: "failed", message: "Failed to get user info" });
  });
});

describe("signing out", () => {
  test("ends the session here and at the provider", async () => {
    const page = await signedIn();
    await page.signIn.check();
    const idToken = await page.signIn.idToken();
    await provider.asked();
    await page.signIn.logOut("/en");
    expect(page.signIn.state()).toEqual({ kind: "anonymous" });
    expect(await page.signIn.idToken()).toBeUndefined();
    const left = new URL(page.left() ?? "");
    expect(left.pathname).toMatch(/\/connect\/endSession$/);
    expect(left.searchParams.get("id_token_hint")).toBe(idToken);
    expect(left.searchParams.get("post_logout_redirect_uri")).toBe("http://localhost/en");
    const asked = await provider.asked();
    expect(asked.map(({ method, url }) => `${method} ${url}`).sort()).toEqual([
      "POST /am/json/realms/root/realms/alpha/sessions/?_action=logout",
      "POST /am/oauth2/realms/root/realms/alpha/token/revoke",
      "POST /am/oauth2/realms/root/realms/alpha/token/revoke",
    ]);
    // They are sent at once, and arrive in any order.
    const session = asked.find(({ url }) => url.includes("/sessions/"));
    expect(session?.headers).toMatchObject({ "accept-api-version": "protocol=1.0,resource=2.0" });

    expect(await page.follow()).toBe("http://localhost/en");
    closePages();
    expect(await open().signIn.check()).toEqual({ kind: "anonymous" });
  });

  test("revokes for good", async () => {
    const page = await signedIn();
    const fetched = jest.spyOn(globalThis, "fetch");
    await page.signIn.check();
    const userInfo = fetched.mock.calls.find(([url]) => (url as string).endsWith("/userinfo"));
    await page.signIn.logOut("/en");
    const again = await fetch(...(userInfo as Parameters<typeof fetch>));
    expect(again.status).toBe(401);
    fetched.mockRestore();
  });

  test.each([
    ["500", { status: 500 }, ["Failed to end session Expected 200, received 500"], "endSession"],
    ["401", { status: 401 }, [], "endSession"],
  ])("where the session's endpoint answers %s", async (_, fault, messages, end) => {
    const page = await signedIn();
    await provider.fail({ "/sessions/": fault });
    await page.signIn.logOut("/en");
    expect(logged()).toEqual(messages);
    expect(page.left()).toContain(end);
  });

  test("completes here while the provider is out of reach", async () => {
    const page = await signedIn();
    const fetched = jest.spyOn(globalThis, "fetch").mockRejectedValue(new TypeError("fetch failed"));
    await page.signIn.logOut("/en");
    fetched.mockRestore();
    expect(logged().sort()).toEqual([
      "Failed to end session Failed to fetch",
      "Failed to end session Failed to fetch",
      "Failed to revoke token Failed to fetch",
    ]);
    expect(page.left()).toBe("http://localhost/en");
    expect(await page.signIn.idToken()).toBeUndefined();
  });

  test("calls no session's endpoint of a provider that has none", async () => {
    settings = { ...settings, issuer: provider.plainIssuer };
    const page = await signedIn();
    await provider.asked();
    await page.signIn.logOut("https://evil.example/");
    const asked = (await provider.asked()).map(({ url }) => url);
    expect(asked).toEqual([
      "/plain/.well-known/openid-configuration",
      "/plain/token/revocation",
      "/plain/token/revocation",
    ]);
    expect(new URL(page.left() ?? "").searchParams.get("post_logout_redirect_uri")).toBe("http://localhost/");
  });

  test("twice is signing out once", async () => {
    const page = await signedIn();
    await Promise.all([page.signIn.logOut("/en"), page.signIn.logOut("/en")]);
    expect(page.left()).toContain("endSession");
  });

  test("of nobody leads to the address", async () => {
    const page = open();
    await page.signIn.logOut("/en");
    expect(page.left()).toBe("http://localhost/en");
  });

  test("is not undone by the page that is left, while the provider's session still lives", async () => {
    const page = await signedIn();
    await page.signIn.check();
    await page.signIn.logOut("/en");
    const left = page.left();
    expect(await page.signIn.require("/mykomax")).toBe(false);
    expect(page.left()).toBe(left);
    expect(page.frames()).toBe(0);
    // The page was not left after all.
    page.elapse(5_000);
    expect((await page.signIn.check()).kind).toBe("signedIn");
  });
});

describe("tabs", () => {
  const changed = (page: ReturnType<typeof open>, kind: string) =>
    new Promise<void>((resolve) => {
      const look = () => page.signIn.state().kind === kind && resolve();
      page.signIn.subscribe(look);
      look();
    });

  test("hear of each other's sign-in and sign-out", async () => {
    const watching = open();
    await watching.signIn.check();
    const heard = changed(watching, "signedIn");
    const page = await signedIn();
    await heard;
    expect(watching.signIn.state()).toEqual({ kind: "signedIn", user: ada });
    expect(watching.frames()).toBe(1);

    const gone = changed(watching, "anonymous");
    await page.signIn.logOut("/en");
    await gone;
    expect(await watching.signIn.idToken()).toBeUndefined();
    expect(await watching.signIn.require("/mykomax")).toBe(false);
  });

  test("sign out too where the storage refuses the tokens", async () => {
    await signedIn();
    closePages();
    globalThis.indexedDB = new IDBFactory();
    const put = jest.spyOn(IDBObjectStore.prototype, "put").mockImplementation(() => {
      throw new Error("full");
    });
    const page = open();
    expect((await page.signIn.check()).kind).toBe("signedIn");
    const gone = changed(page, "anonymous");
    await open().signIn.logOut("/en");
    await gone;
    expect(await page.signIn.idToken()).toBeUndefined();
    put.mockRestore();
  });

  test("ask nobody because of another tab", async () => {
    const page = open();
    const sender = new BroadcastChannel("strand-sign-in-portal");
    const others = new BroadcastChannel("strand-sign-in-portal");
    const received = new Promise((resolve) => others.addEventListener("message", resolve));
    sender.postMessage("signedIn");
    await received;
    sender.close();
    others.close();
    // As long as the page takes to look for tokens.
    await openTokenStore("portal").read();
    await page.signIn.idToken();
    expect(page.frames()).toBe(0);
  });

  test("tell no more to whoever does not listen", async () => {
    const page = open();
    const listener = jest.fn();
    page.signIn.subscribe(listener)();
    await page.signIn.check();
    expect(listener).not.toHaveBeenCalled();
  });

  describe("with locks", () => {
    test("do not renew the same tokens twice", async () => {
      const one = await signedIn();
      const two = open();
      await Promise.all([one.signIn.check(), two.signIn.check()]);
      clock.ahead = 58 * 60_000;
      const tokens = await Promise.all([one.signIn.idToken(), two.signIn.idToken(), one.signIn.idToken()]);
      expect(new Set(tokens).size).toBe(1);
      expect(tokens[0]).toBeDefined();
      expect(one.frames() + two.frames()).toBe(1);
    });

    test("wait for a renewal that has begun", async () => {
      await signedIn();
      closePages();
      const begun = makeGate();
      const goOn = makeGate();
      const one = openPage(settings, visitor, {
        async frame(url) {
          begun.open();
          await goOn.passed;
          return await visitor.go(url);
        },
      });
      const two = open();
      await two.signIn.check();
      clock.ahead = 58 * 60_000;
      const renewed = one.signIn.idToken();
      await begun.passed;
      const waiting = two.signIn.idToken();
      goOn.open();
      expect(await waiting).toBe(await renewed);
      expect(await waiting).toBeDefined();
      expect(two.frames()).toBe(0);
    });
  });
});

describe("without IndexedDB", () => {
  test("the sign-in is kept all the same, with a warning", async () => {
    Reflect.deleteProperty(globalThis, "indexedDB");
    const page = await signedIn();
    expect((await page.signIn.check()).kind).toBe("signedIn");
    expect(page.frames()).toBe(0);
    expect(warnings).toHaveBeenCalledWith(expect.stringContaining("IndexedDB is not supported"), expect.anything());
  });
});
