// Rules: AUTH-3, AUTH-4, AUTH-10, MSG-16, MSG-18, MSG-19, PAGE-2, URL-35, URL-36.

import { Visitor } from "../../test/identityProvider";
import { clock, closePages, openPage, type Page } from "../../test/signInPage";
import { ada, setUpSignIn } from "../../test/signInSetup";

/**
 * Steps 2 and 3 of the sign-in (AUTH-4, AUTH-10): a protected URL redirects to the login, and the login redirects
 * back to it.
 */

const setup = setUpSignIn();

describe("a protected URL", () => {
  test("admits a signed-in user", async () => {
    const page = await setup.signedIn();
    expect(await page.signIn.require("/mykomax/inventory")).toBe(true);
    expect(page.signIn.state()).toEqual({ kind: "signedIn", user: ada });
    expect(page.lastUrl()).toBeUndefined();
  });

  test("redirects an anonymous user to the login and back", async () => {
    const page = setup.open();
    const required = page.signIn.require("/de-ch/mykomax/tickets/list?mine=1#last");
    const callback = await page.follow();
    page.expireDeadlines(30_000);
    expect(await required).toBe(false);
    const query = new URL(page.lastUrl() ?? "").searchParams;
    expect(query.get("redirect_uri")).toBe("http://localhost/callback");
    expect(query.has("prompt")).toBe(false);
    closePages();

    const at = setup.open();
    const { searchParams } = new URL(callback);
    expect(await at.signIn.finish(searchParams)).toEqual({ goTo: "/de-ch/mykomax/tickets/list?mine=1#last" });
    closePages();

    const back = setup.open();
    expect(await back.signIn.require("/de-ch/mykomax/tickets/list")).toBe(true);
    expect(back.frames()).toBe(0);
  });

  test("waits 30,000 ms for a user, and no longer", async () => {
    const page = setup.open();
    let answer: boolean | undefined;
    const required = page.signIn.require("/mykomax").then((is) => (answer = is));
    await page.follow();
    page.expireDeadlines(29_999);
    await new Promise((resolve) => setTimeout(resolve));
    expect(answer).toBeUndefined();
    page.expireDeadlines(30_000);
    expect(await required).toBe(false);
  });

  test("is shown when the user signs in in another tab meanwhile", async () => {
    const waiting = setup.open();
    const required = waiting.signIn.require("/mykomax");
    const callback = await waiting.follow();
    const other = setup.open();
    await other.signIn.finish(new URL(callback).searchParams);
    expect(await required).toBe(true);
  });

  describe("while the provider does not answer", () => {
    let expiring: ReturnType<typeof setInterval>;
    /** Expires the requests and pauses of a page as soon as they begin. */
    const expireSoon = (page: Page) => (expiring = setInterval(() => page.expireDeadlines(3_000), 5));
    afterEach(() => clearInterval(expiring));

    test("tries again until it answers", async () => {
      await setup.provider.setFaults({ "openid-configuration": { silent: true } });
      const page = setup.open();
      const required = page.signIn.require("/mykomax");
      expireSoon(page);
      for (let attempt = 0; attempt < 5; attempt++) await setup.waitForRequest("openid-configuration");
      expect(page.lastUrl()).toBeUndefined();
      clearInterval(expiring);
      await setup.provider.setFaults();
      // The attempt that is pending, and the pause after it.
      page.expireDeadlines(3_000);
      expireSoon(page);
      const callback = await Promise.race([page.follow(), required.then(() => "")]);
      clearInterval(expiring);
      expect(new URL(callback).pathname).toBe("/callback");
      page.expireDeadlines(30_000);
      expect(await required).toBe(false);
    });

    test("fails after 30,000 ms with the reason", async () => {
      await setup.provider.setFaults({ "openid-configuration": { silent: true } });
      const page = setup.open();
      const required = page.signIn.require("/mykomax");
      await setup.waitForRequest("openid-configuration");
      page.expireDeadlines(30_000);
      expireSoon(page);
      expect(await required).toBe(false);
      expect(page.signIn.state()).toEqual({ kind: "failed", message: "Authorization timed out" });
      expect(page.lastUrl()).toBeUndefined();
    });

    test("ends when the page is left, and never redirects from the next one", async () => {
      await setup.provider.setFaults({ "openid-configuration": { silent: true } });
      const page = setup.open();
      const left = new AbortController();
      const required = page.signIn.require("/mykomax", left.signal);
      await setup.waitForRequest("openid-configuration");
      left.abort();
      await setup.provider.setFaults();
      page.expireDeadlines(3_000);
      expect(await required).toBe(false);
      expect(page.lastUrl()).toBeUndefined();
    });
  });

  test("does not redirect to a login that would not help", async () => {
    const page = setup.open({
      frame: (_, redirectUri) => Promise.resolve(`${redirectUri}?error=server_error&error_description=ill`),
    });
    expect(await page.signIn.require("/mykomax")).toBe(false);
    expect(page.lastUrl()).toBeUndefined();
    expect(page.signIn.state()).toEqual({ kind: "failed", message: "ill" });
  });
});

describe("the login response", () => {
  /** A login up to the provider's response. */
  async function answer(returnTo = "/mykomax/account"): Promise<URLSearchParams> {
    const page = setup.open();
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
  ])("redirects %p to %s", async (returnTo, goTo) => {
    const query = await answer(returnTo);
    expect(await setup.open().signIn.finish(query)).toEqual({ goTo });
  });

  test("leads to a new login if the session is older than required", async () => {
    const page = setup.open();
    await page.signIn.logIn("/mykomax/account#second-factor", 300);
    expect(new URL(page.lastUrl() ?? "").searchParams.get("max_age")).toBe("300");
    const other = setup.open();
    await other.signIn.logIn("/mykomax/account");
    expect(new URL(other.lastUrl() ?? "").searchParams.has("max_age")).toBe(false);
  });

  test("does not trust a URL in the session storage", async () => {
    const query = await answer();
    const flow = JSON.parse(window.sessionStorage.getItem("strand-sign-in") ?? "") as object;
    window.sessionStorage.setItem("strand-sign-in", JSON.stringify({ ...flow, returnTo: "//evil.example" }));
    expect(await setup.open().signIn.finish(query)).toEqual({ goTo: "/mykomax" });
  });

  test("has the same result for all callers on one page, and on the next while the user is signed in", async () => {
    const query = await answer();
    const page = setup.open();
    const first = page.signIn.finish(query);
    expect(await page.signIn.finish(new URLSearchParams(query))).toEqual(await first);
    expect(await first).toEqual({ goTo: "/mykomax/account" });
    expect(await setup.open().signIn.finish(query)).toEqual({ goTo: "/mykomax/account" });
    expect(await setup.provider.takeRequests("/access_token")).toHaveLength(1);
    expect(setup.logged()).toEqual([]);
  });

  test.each([
    ["without a query", new URLSearchParams()],
    ["with another login's code", new URLSearchParams({ code: "theirs", state: "theirs" })],
    ["with an earlier refusal", new URLSearchParams({ error: "access_denied", state: "earlier" })],
  ])("opened again %s leads a signed-in user to the portal, also in another tab", async (_, query) => {
    await setup.signedIn();
    closePages();
    window.sessionStorage.clear();
    await setup.provider.takeRequests();
    expect(await setup.open().signIn.finish(query)).toEqual({ goTo: "/mykomax" });
    expect(await setup.provider.takeRequests("/access_token")).toHaveLength(0);
  });

  test("opened again renews expired tokens, and needs a login if they cannot be renewed", async () => {
    const query = await answer();
    await setup.open().signIn.finish(query);
    closePages();
    clock.ahead = 24 * 3_600_000;
    await setup.provider.takeRequests();
    const restored = setup.open();
    expect(await restored.signIn.finish(query)).toEqual({ goTo: "/mykomax/account" });
    expect(restored.frames()).toBe(1);
    closePages();
    clock.ahead *= 2;
    const refused = setup.open({
      frame: (_, redirectUri) => Promise.resolve(`${redirectUri}?error=login_required`),
    });
    expect(await refused.signIn.finish(query)).toEqual({ error: "State mismatch" });
  });

  test("opened again after a logout is refused", async () => {
    const query = await answer();
    const page = setup.open();
    await page.signIn.finish(query);
    await page.signIn.logOut("/en");
    closePages();
    expect(await setup.open().signIn.finish(query)).toEqual({ error: "State mismatch" });
  });

  test("opened again does not trust a URL in the session storage", async () => {
    const query = await answer();
    await setup.open().signIn.finish(query);
    closePages();
    const state = query.get("state");
    window.sessionStorage.setItem("strand-signed-in", JSON.stringify({ state, returnTo: "//evil.example" }));
    expect(await setup.open().signIn.finish(query)).toEqual({ goTo: "/mykomax" });
  });

  test("is refused in another tab", async () => {
    const query = await answer();
    window.sessionStorage.clear();
    expect(await setup.open().signIn.finish(query)).toEqual({ error: "State mismatch" });
  });

  test("of another person's login is refused, and the visitor's own login continues", async () => {
    const query = await answer();
    expect(await setup.open().signIn.finish(new URLSearchParams({ code: "theirs", state: "theirs" }))).toEqual({
      error: "State mismatch",
    });
    expect(await setup.open().signIn.finish(query)).toEqual({ goTo: "/mykomax/account" });
  });

  test.each([
    ["", "missing params"],
    ["code=1", "missing params"],
    ["state=1", "missing params"],
    ["error=access_denied&error_description=Not+today&state=1", "missing params: access_denied: Not today"],
  ])("with %p", async (query, error) => {
    expect(await setup.open().signIn.finish(new URLSearchParams(query))).toEqual({ error });
    expect(setup.logged()).toEqual([`The sign-in could not be completed. ${error}`]);
  });

  test.each([
    ["no code", (query: URLSearchParams) => query.set("code", ""), "Failed to acquire authorization code"],
    ["two codes", (query: URLSearchParams) => query.append("code", "2"), "Failed to acquire authorization code"],
    [
      "the response of another issuer",
      (query: URLSearchParams) => query.set("iss", "https://evil.example"),
      "Failed to acquire authorization code",
    ],
    ["two states", (query: URLSearchParams) => query.append("state", "2"), "State mismatch"],
    ["a wrong code", (query: URLSearchParams) => query.set("code", "wrong"), "Expected 200, received 400"],
  ])("with %s", async (_, change, error) => {
    const query = await answer();
    change(query);
    expect(await setup.open().signIn.finish(query)).toEqual({ error });
    expect(await openPage(setup.settings, new Visitor()).signIn.check()).toEqual({ kind: "anonymous" });
  });

  test.each([
    ["400", { status: 400, body: '{"error":"invalid_grant"}' }, "Expected 200, received 400"],
    ["500", { status: 500, body: '{"error":"server_error"}' }, "Expected 200, received 500"],
    ["503", { status: 503, body: "<html>" }, "Expected 200, received 503"],
    ["no access token", { status: 200, body: '{"token_type":"Bearer"}' }, "Access token not found in response"],
    ["no JSON", { status: 200, body: "<html>", type: "text/html" }, "Unable to exchange authorization for tokens"],
    [
      "no id token",
      { status: 200, body: '{"access_token":"a","token_type":"Bearer"}' },
      "Unable to exchange authorization for tokens",
    ],
  ])("fails when the token endpoint answers %s, and the next login succeeds", async (_, fault, error) => {
    const query = await answer();
    await setup.provider.setFaults({ "/access_token": fault });
    expect(await setup.open().signIn.finish(query)).toEqual({ error });
    expect(setup.logged().filter((text) => text.startsWith("The sign-in could not be completed."))).toEqual([
      `The sign-in could not be completed. ${error}`,
    ]);
    await setup.provider.setFaults();
    const next = await answer();
    expect(await setup.open().signIn.finish(next)).toEqual({ goTo: "/mykomax/account" });
  });

  test("fails when the token endpoint never answers", async () => {
    const query = await answer();
    await setup.provider.setFaults({ "/access_token": { silent: true } });
    const page = setup.open();
    const finished = page.signIn.finish(query);
    await setup.waitForRequest("/access_token");
    page.expireDeadlines(3_000);
    expect(await finished).toEqual({ error: "Unable to exchange authorization for tokens" });
  });

  test.each([-26, -2, 5, 26, 24 * 400])("does not depend on the visitor's clock (%d h ahead)", async (hours) => {
    const query = await answer();
    const { now } = Date;
    const wrong = jest.spyOn(Date, "now").mockImplementation(() => now() + hours * 3_600_000);
    expect(await setup.open().signIn.finish(query)).toEqual({ goTo: "/mykomax/account" });
    closePages();
    expect(await setup.open().signIn.require("/mykomax")).toBe(true);
    wrong.mockRestore();
  });

  test("revokes the previous tokens", async () => {
    await setup.signedIn("grace");
    const query = await answer();
    await setup.provider.takeRequests();
    await setup.open().signIn.finish(query);
    expect(await setup.provider.takeRequests("/token/revoke")).toHaveLength(2);
  });
});
