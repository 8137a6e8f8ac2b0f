// Rules: AUTH-8, AUTH-9, CALL-15, MSG-21.

import { clock, closePages } from "../../test/signInPage";
import { setUpSignIn } from "../../test/signInSetup";

/** The sign-out, in the browser and at the provider. */

const setup = setUpSignIn();

/** Every endpoint of the provider that a sign-out needs fails. */
const failing = Object.fromEntries(
  ["openid-configuration", "/sessions/", "/token/revoke"].map((end) => [end, { status: 503 }]),
);

describe("signing out", () => {
  test("ends the session in the browser and at the provider", async () => {
    const page = await setup.signedIn();
    await page.signIn.check();
    const idToken = await page.signIn.idToken();
    await setup.provider.takeRequests();
    await page.signIn.logOut("/en");
    expect(page.signIn.state()).toEqual({ kind: "anonymous" });
    expect(await page.signIn.idToken()).toBeUndefined();
    const left = new URL(page.lastUrl() ?? "");
    expect(left.pathname).toMatch(/\/connect\/endSession$/);
    expect(left.searchParams.get("id_token_hint")).toBe(idToken);
    expect(left.searchParams.get("post_logout_redirect_uri")).toBe("http://localhost/en");
    const requests = await setup.provider.takeRequests();
    expect(requests.map(({ method, url }) => `${method} ${url}`).sort()).toEqual([
      "GET /am/oauth2/realms/root/realms/alpha/.well-known/openid-configuration",
      "POST /am/json/realms/root/realms/alpha/sessions/?_action=logout",
      "POST /am/oauth2/realms/root/realms/alpha/token/revoke",
      "POST /am/oauth2/realms/root/realms/alpha/token/revoke",
    ]);
    // The requests are sent in parallel and arrive in any order.
    const session = requests.find(({ url }) => url.includes("/sessions/"));
    expect(session?.headers).toMatchObject({ "accept-api-version": "protocol=1.0,resource=2.0" });

    expect(await page.follow()).toBe("http://localhost/en");
    closePages();
    expect(await setup.open().signIn.check()).toEqual({ kind: "anonymous" });
  });

  test("revokes the tokens permanently", async () => {
    const page = await setup.signedIn();
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
  ])("when only the session endpoint answers %s", async (_, fault, messages, end) => {
    const page = await setup.signedIn();
    await setup.provider.setFaults({ "/sessions/": fault });
    await page.signIn.logOut("/en");
    expect(setup.logged()).toEqual(messages);
    expect(page.lastUrl()).toContain(end);
  });

  test.each([
    [500, ["Failed to end session Expected 200, received 500", "Failed to revoke token Expected 200, received 500"]],
    [401, []],
  ])("when all of the provider's endpoints answer %s", async (status, messages) => {
    const page = await setup.signedIn();
    await setup.provider.setFaults({ "/sessions/": { status }, "/token/revoke": { status } });
    await page.signIn.logOut("/en");
    expect(setup.logged().sort()).toEqual(messages);
    expect(await page.signIn.idToken()).toBeUndefined();
    expect(await page.follow()).toBe("http://localhost/en");
    closePages();
    expect(await setup.open().signIn.check()).toEqual({ kind: "anonymous" });
  });

  test("completes in the browser while the provider is unavailable", async () => {
    const page = await setup.signedIn();
    const fetched = jest.spyOn(globalThis, "fetch").mockRejectedValue(new TypeError("fetch failed"));
    const left = page.lastUrl();
    expect(await page.signIn.logOut("/en")).toBe(false);
    fetched.mockRestore();
    expect(setup.logged().sort()).toEqual([
      "Failed to end session Failed to fetch",
      "Failed to end session Failed to fetch",
      "Failed to revoke token Failed to fetch",
    ]);
    // The page stays, to say that the provider's session may still be open.
    expect(page.lastUrl()).toBe(left);
    expect(await page.signIn.idToken()).toBeUndefined();
  });

  test("stays on our own page if the provider has become unavailable", async () => {
    const page = await setup.signedIn();
    await page.signIn.check();
    const left = page.lastUrl();
    const fetched = jest.spyOn(globalThis, "fetch").mockRejectedValue(new TypeError("fetch failed"));
    expect(await page.signIn.logOut("/en")).toBe(false);
    fetched.mockRestore();
    expect(setup.logged()).toContain("Failed to end session Failed to fetch");
    expect(page.lastUrl()).toBe(left);
    expect(page.signIn.state()).toEqual({ kind: "anonymous" });
    expect(await page.signIn.idToken()).toBeUndefined();
  });

  test("calls no session endpoint of a provider without one", async () => {
    setup.settings = { ...setup.settings, issuer: setup.provider.plainIssuer };
    const page = await setup.signedIn();
    await setup.provider.takeRequests();
    const fetched = jest.spyOn(globalThis, "fetch");
    await page.signIn.logOut("https://evil.example/");
    const revocations = fetched.mock.calls.filter(([url]) => (url as string).endsWith("/revocation"));
    expect(revocations.map(([, init]) => init?.credentials)).toEqual([undefined, undefined]);
    fetched.mockRestore();
    const urls = (await setup.provider.takeRequests()).map(({ url }) => url);
    expect(urls).toEqual([
      "/plain/.well-known/openid-configuration",
      "/plain/token/revocation",
      "/plain/token/revocation",
    ]);
    expect(new URL(page.lastUrl() ?? "").searchParams.get("post_logout_redirect_uri")).toBe("http://localhost/");
  });

  test("twice has the same effect as once", async () => {
    const page = await setup.signedIn();
    await Promise.all([page.signIn.logOut("/en"), page.signIn.logOut("/en")]);
    expect(page.lastUrl()).toContain("endSession");
  });

  describe.each([
    ["cannot be reached", () => undefined],
    ["fails", () => setup.provider.setFaults(failing)],
  ])("after expired tokens were removed, while the provider %s", (failure, break_) => {
    test("is not complete, and requires the password at the next login", async () => {
      const page = await setup.signedIn();
      clock.ahead = 120 * 60_000;
      const fetched = jest.spyOn(globalThis, "fetch");
      await break_();
      if (failure === "cannot be reached") fetched.mockRejectedValue(new TypeError("fetch failed"));
      expect((await page.signIn.check()).kind).not.toBe("signedIn");
      expect(await page.signIn.logOut("/en")).toBe(false);
      fetched.mockRestore();
      await setup.provider.setFaults();
      closePages();
      const next = setup.open();
      void next.signIn.require("/mykomax");
      await next.follow("ada");
      expect(next.frames()).toBe(0);
      expect(new URL(next.lastUrl() ?? "").searchParams.get("prompt")).toBe("login");
    });
  });

  test("as an anonymous user navigates to the URL", async () => {
    const page = setup.open();
    await page.signIn.check();
    await page.signIn.logOut("/en");
    expect(page.lastUrl()).toBe("http://localhost/en");
  });

  test("is not undone by the page that is being left, while the provider's session still exists", async () => {
    const page = await setup.signedIn();
    await page.signIn.check();
    await page.signIn.logOut("/en");
    const left = page.lastUrl();
    expect(await page.signIn.require("/mykomax")).toBe(false);
    expect(page.lastUrl()).toBe(left);
    expect(page.frames()).toBe(0);
    // The navigation did not happen: the provider's session is not used without the password.
    page.expireDeadlines(5_000);
    expect(await page.signIn.check()).toEqual({ kind: "anonymous" });
    expect(page.frames()).toBe(0);
  });

  test("requires the password at the next login, although the provider's session still exists", async () => {
    const page = await setup.signedIn();
    const fetched = jest.spyOn(globalThis, "fetch").mockRejectedValue(new TypeError("fetch failed"));
    await page.signIn.logOut("/en");
    fetched.mockRestore();
    closePages();
    const next = setup.open();
    void next.signIn.require("/mykomax");
    const callback = await next.follow("ada");
    expect(next.frames()).toBe(0);
    expect(new URL(next.lastUrl() ?? "").searchParams.get("prompt")).toBe("login");
    closePages();
    expect(await setup.open().signIn.finish(new URL(callback).searchParams)).toEqual({ goTo: "/mykomax" });
    closePages();
    // From then on, the session can be used silently again.
    const again = setup.open();
    await again.signIn.logIn("/mykomax");
    expect(new URL(again.lastUrl() ?? "").searchParams.has("prompt")).toBe(false);
  });
});
