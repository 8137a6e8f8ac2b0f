// Rules: AUTH-1, AUTH-2, CALL-10, CALL-11, CALL-12, CONST-16, CONST-19, MSG-19, URL-37.

import { IDBFactory } from "fake-indexeddb";
import { closePages } from "../../test/signInPage";
import { ada, setUpSignIn } from "../../test/signInSetup";

/** Step 1 of the sign-in (AUTH-1): a silent check, and loading the provider's configuration before it. */

const setup = setUpSignIn();
afterEach(() => document.documentElement.removeAttribute("lang"));

describe("a silent check", () => {
  test("without a session stores nothing and makes the user anonymous", async () => {
    document.documentElement.lang = "de-CH";
    const page = setup.open();
    expect(page.signIn.state()).toEqual({ kind: "unknown" });
    expect(await page.signIn.check()).toEqual({ kind: "anonymous" });
    expect(page.lastUrl()).toBeUndefined();
    expect(await page.signIn.idToken()).toBeUndefined();
    expect(page.frames()).toBe(1);
    expect(setup.errors).not.toHaveBeenCalled();
    const [authorize] = await setup.provider.takeRequests("/authorize");
    expect(Object.fromEntries(new URL(authorize?.url ?? "", setup.provider.issuer).searchParams)).toEqual({
      client_id: "portal",
      redirect_uri: "http://localhost/blank-callback",
      response_type: "code",
      scope: "openid profile email directory",
      state: expect.stringMatching(/^[0-9a-f]{32}$/) as unknown,
      code_challenge: expect.stringMatching(/^[\w-]{43}$/) as unknown,
      code_challenge_method: "S256",
      ui_locales: "de-CH",
      prompt: "none",
    });
  });

  test("finds the provider's session, and the tokens are then used without further requests", async () => {
    await setup.signedIn();
    globalThis.indexedDB = new IDBFactory();
    closePages();
    const page = setup.open();
    await setup.provider.takeRequests();
    const [state, idToken] = await Promise.all([page.signIn.check(), page.signIn.idToken()]);
    expect(state).toEqual({ kind: "signedIn", user: ada });
    expect(idToken?.split(".")).toHaveLength(3);
    expect(await page.signIn.check()).toBe(state);
    const requests = await setup.provider.takeRequests();
    expect(requests.filter(({ url }) => url.endsWith("/userinfo"))).toHaveLength(1);
    const exchanged = requests
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

  test("takes the user from the ID token of a provider without user info", async () => {
    await setup.signedIn();
    globalThis.indexedDB = new IDBFactory();
    closePages();
    const response = await fetch(`${setup.provider.issuer}/.well-known/openid-configuration`);
    const { userinfo_endpoint, ...document } = (await response.json()) as Record<string, unknown>;
    expect(userinfo_endpoint).toBeDefined();
    const fault = { status: 200, body: JSON.stringify(document), type: "application/json" };
    await setup.provider.setFaults({ "openid-configuration": fault });
    await setup.provider.takeRequests();
    const state = await setup.open().signIn.check();
    expect(state).toMatchObject({ kind: "signedIn", user: { id: "ada", roles: [] } });
    expect(await setup.provider.takeRequests("/userinfo")).toEqual([]);
    expect(setup.errors).not.toHaveBeenCalled();
  });

  test("is shared by all concurrent callers", async () => {
    const page = setup.open();
    const states = await Promise.all([page.signIn.check(), page.signIn.check(), page.signIn.idToken()]);
    expect(states).toEqual([{ kind: "anonymous" }, { kind: "anonymous" }, undefined]);
    expect(page.frames()).toBe(1);
  });

  test("without a response ends after 3,000 ms with an anonymous user", async () => {
    await setup.provider.setFaults({ "/authorize": { silent: true } });
    const page = setup.open();
    const checked = page.signIn.check();
    await setup.waitForRequest("/authorize");
    expect(page.expireDeadlines(2_999)).toBe(0);
    page.expireDeadlines(3_000);
    expect(await checked).toEqual({ kind: "anonymous" });
  });

  test.each([
    ["login_required", "", "anonymous"],
    ["interaction_required", "in words of its own", "anonymous"],
    ["consent_required", "", "anonymous"],
    ["access_denied", "User authentication is required", "anonymous"],
    ["server_error", "The provider is ill", "failed"],
    ["server_error", "", "failed"],
  ])("refused with %s (%s) sets the state %s", async (error, description, kind) => {
    const query = new URLSearchParams({ error, error_description: description });
    const page = setup.open({
      frame: (_, redirectUri) => Promise.resolve(`${redirectUri}?${query.toString()}`),
    });
    const state = await page.signIn.check();
    expect(state).toEqual(kind === "failed" ? { kind, message: description || error } : { kind });
  });

  test.each([
    ["login_required", "User authentication is required"],
    ["interaction_required", "The request requires some interaction that is not allowed."],
    ["consent_required", "Authentication or consent required"],
    ["access_denied", "User authentication is required"],
    ["", ""],
  ])("refused with '%s' redirects to the login and back to the URL", async (error, description) => {
    const query = new URLSearchParams(error ? { error, error_description: description } : {});
    const page = setup.open({ frame: (_, redirectUri) => Promise.resolve(`${redirectUri}?${query.toString()}`) });
    const required = page.signIn.require("/en/mykomax?from=mail");
    const callback = await page.follow();
    page.expireDeadlines(30_000);
    expect(await required).toBe(false);
    expect(new URL(page.lastUrl() ?? "").searchParams.has("prompt")).toBe(false);
    closePages();
    expect(await setup.open().signIn.finish(new URL(callback).searchParams)).toEqual({ goTo: "/en/mykomax?from=mail" });
    expect(setup.errors).not.toHaveBeenCalled();
  });

  test("that cannot fetch tokens redirects to the login, which then needs no password", async () => {
    await setup.signedIn();
    globalThis.indexedDB = new IDBFactory();
    closePages();
    const { fetch } = globalThis;
    let refused = 0;
    const fetched = jest.spyOn(globalThis, "fetch").mockImplementation((input, init) => {
      if (input instanceof Request || !input.toString().endsWith("/access_token") || refused++ > 0)
        return fetch(input, init);
      return Promise.reject(new TypeError("Failed to fetch"));
    });
    const page = setup.open();
    const required = page.signIn.require("/mykomax");
    // "grace" would be signed in only by the identity server's login form, which its session makes unnecessary.
    const callback = await page.follow("grace");
    page.expireDeadlines(30_000);
    expect(await required).toBe(false);
    closePages();
    expect(await setup.open().signIn.finish(new URL(callback).searchParams)).toEqual({ goTo: "/mykomax" });
    fetched.mockRestore();
    expect(await setup.open().signIn.check()).toEqual({ kind: "signedIn", user: ada });
  });

  test.each([
    ["nothing", "", { kind: "anonymous" }],
    ["another state", "code=a&state=b", { kind: "failed", message: "State mismatch" }],
  ])("with the response %s", async (_, query, state) => {
    const page = setup.open({
      frame: (_url, redirectUri) => Promise.resolve(`${redirectUri}?${query}`),
    });
    expect(await page.signIn.check()).toEqual(state);
  });

  test.each([
    ["ada", "signedIn"],
    ["reluctant", "anonymous"],
  ])("of %s, with a pending login in another tab, sets the state %s", async (account, kind) => {
    const other = setup.open();
    await other.signIn.logIn("/mykomax");
    await other.follow(account);
    other.close();
    const answers: string[] = [];
    const page = setup.open({
      async frame(url) {
        answers.push(await setup.visitor.follow(url));
        return answers[0] ?? "";
      },
    });
    expect((await page.signIn.check()).kind).toBe(kind);
    expect(new URL(answers[0] ?? "").searchParams.get("error")).toBe(kind === "signedIn" ? null : "consent_required");
  });
});

describe("the provider's configuration", () => {
  test("is loaded on demand, once, and again after a failure", async () => {
    await setup.provider.setFaults({ "openid-configuration": { status: 503 } });
    const page = setup.open();
    expect(await setup.provider.takeRequests()).toHaveLength(0);
    expect(await page.signIn.check()).toEqual({ kind: "failed", message: "Expected 200, received 503" });
    await setup.provider.setFaults();
    await page.signIn.check();
    await page.signIn.check();
    expect(await setup.provider.takeRequests("openid-configuration")).toHaveLength(2);
  });

  test("must have the same issuer", async () => {
    setup.settings = { ...setup.settings, issuer: setup.provider.issuer.replace("127.0.0.1", "localhost") };
    const state = await setup.open().signIn.check();
    expect(state).toMatchObject({ kind: "failed", message: expect.stringContaining("issuer") as unknown });
  });

  test.each([
    ["TypeError: fetch failed", { kind: "anonymous" }],
    ["NetworkError when attempting to fetch resource.", { kind: "anonymous" }],
    ["Cross-origin redirection to http://a.example denied", { kind: "anonymous" }],
  ])("may be unavailable: %s", async (message, state) => {
    const fetched = jest.spyOn(globalThis, "fetch").mockRejectedValue(new TypeError(message));
    expect(await setup.open().signIn.check()).toEqual(state);
    fetched.mockRestore();
    // Token failures are logged (MSG-24).
    expect([...setup.logged(), ...setup.warnings.mock.calls.map((call) => call.join(" "))]).toHaveLength(1);
  });

  test("that is unavailable for a moment leads to the login, which then works", async () => {
    const fetched = jest.spyOn(globalThis, "fetch").mockRejectedValueOnce(new TypeError("Failed to fetch"));
    const page = setup.open();
    const required = page.signIn.require("/mykomax");
    const callback = await page.follow();
    fetched.mockRestore();
    page.expireDeadlines(30_000);
    expect(await required).toBe(false);
    closePages();
    expect(await setup.open().signIn.finish(new URL(callback).searchParams)).toEqual({ goTo: "/mykomax" });
  });

  test("has a timeout of 3,000 ms", async () => {
    await setup.provider.setFaults({ "openid-configuration": { silent: true } });
    const page = setup.open();
    const left = page.signIn.logIn("/mykomax");
    await setup.waitForRequest("openid-configuration");
    expect(page.expireDeadlines(2_999)).toBe(0);
    page.expireDeadlines(3_000);
    await left;
    expect(page.signIn.state()).toEqual({ kind: "failed", message: "Authorization timed out" });
    expect(page.lastUrl()).toBeUndefined();
  });
});
