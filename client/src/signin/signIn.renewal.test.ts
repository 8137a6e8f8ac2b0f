// Rules: AUTH-5, AUTH-6, AUTH-9, CALL-14, CONST-17, MSG-20, MSG-24.

import { IDBFactory } from "fake-indexeddb";
import { Visitor } from "../../test/identityProvider";
import { clock, closePages, openPage } from "../../test/signInPage";
import { ada, setUpSignIn } from "../../test/signInSetup";

/** Steps 4 and 5 of the sign-in (AUTH-5, AUTH-6): tokens are reused and renewed; missing user info. */

const setup = setUpSignIn();

/** The endpoints that were requested since the last call, by the last part of their paths. */
const endpoints = async () =>
  (await setup.provider.takeRequests()).map(({ url }) =>
    new URL(url, setup.provider.issuer).pathname.split("/").at(-1),
  );

describe("tokens", () => {
  const minutes = 60_000;

  test("are used until 180 s before they expire, then revoked and renewed", async () => {
    const page = await setup.signedIn();
    await page.signIn.check();
    const first = await page.signIn.idToken();
    clock.ahead = 57 * minutes - 5_000;
    expect(await page.signIn.idToken()).toBe(first);
    await setup.provider.takeRequests();
    const fetched = jest.spyOn(globalThis, "fetch");
    clock.ahead = 57 * minutes + 5_000;
    const second = await page.signIn.idToken();
    expect(second?.split(".")).toHaveLength(3);
    const inits = fetched.mock.calls.filter(([url]) => (url as string).endsWith("/token/revoke"));
    expect(inits.map(([, init]) => init?.credentials)).toEqual(["include", "include"]);
    fetched.mockRestore();
    expect(await endpoints()).toEqual(["revoke", "revoke", "authorize", "access_token"]);
    expect(page.signIn.state().kind).toBe("signedIn");
  });

  test("keep the refresh token of other providers than ForgeRock, whose session may end with it", async () => {
    setup.settings = { ...setup.settings, issuer: setup.provider.plainIssuer };
    const page = await setup.signedIn();
    await page.signIn.check();
    await setup.provider.takeRequests();
    clock.ahead = 57 * minutes + 5_000;
    expect(await page.signIn.idToken()).toBeDefined();
    expect(await setup.provider.takeRequests("/revocation")).toHaveLength(1);
    await page.signIn.logOut("/en");
    expect(await setup.provider.takeRequests("/revocation")).toHaveLength(2);
  });

  test("are only used with the tokens of the same response", async () => {
    const page = await setup.signedIn();
    const idToken = (await page.signIn.idToken()) ?? "";
    const accessToken = await page.signIn.accessToken(idToken);
    expect(accessToken).toEqual(expect.any(String));
    expect(await page.signIn.accessToken("of-another-tab")).toBeUndefined();
    clock.ahead = 58 * minutes;
    const renewed = (await page.signIn.idToken()) ?? "";
    expect(await page.signIn.accessToken(renewed)).not.toBe(accessToken);
  });

  test("are renewed once for all concurrent callers", async () => {
    const page = await setup.signedIn();
    clock.ahead = 58 * minutes;
    const tokens = await Promise.all([1, 2, 3].map(() => page.signIn.idToken()));
    expect(new Set(tokens).size).toBe(1);
    expect(page.frames()).toBe(1);
  });

  test("are revoked and renewed after a refusal, unless they were renewed meanwhile", async () => {
    const page = await setup.signedIn();
    await page.signIn.check();
    const idToken = await page.signIn.idToken();
    await setup.provider.takeRequests();
    expect(await page.signIn.idToken("of-another-tab")).toBe(idToken);
    expect(await setup.provider.takeRequests()).toEqual([]);
    expect((await page.signIn.idToken(idToken))?.split(".")).toHaveLength(3);
    expect(await endpoints()).toEqual(["revoke", "revoke", "authorize", "access_token"]);
    expect(page.frames()).toBe(1);
  });

  test.each(["briefAccess", "briefIdentity"])("expire with the first of them (%s)", async (clientId) => {
    setup.settings = { ...setup.settings, clientId };
    const page = await setup.signedIn();
    clock.ahead = 1_010_000;
    await page.signIn.idToken();
    expect(page.frames()).toBe(0);
    clock.ahead = 1_030_000;
    await page.signIn.idToken();
    expect(page.frames()).toBe(1);
  });

  test("that were deleted make the user anonymous", async () => {
    const page = await setup.signedIn();
    await page.signIn.check();
    globalThis.indexedDB = new IDBFactory();
    expect(await page.signIn.idToken()).toBeUndefined();
    expect(page.signIn.state()).toEqual({ kind: "anonymous", endedUserId: "ada-id" });
    expect(page.frames()).toBe(0);
  });

  test("with a lifetime of at most 180 s are renewed 30 s before they expire", async () => {
    setup.settings = { ...setup.settings, clientId: "brief" };
    const page = await setup.signedIn();
    clock.ahead = 85_000;
    await page.signIn.idToken();
    expect(page.frames()).toBe(0);
    clock.ahead = 95_000;
    expect(await page.signIn.idToken()).toBeDefined();
    expect(page.frames()).toBe(1);
  });

  test("that cannot be renewed make the user anonymous", async () => {
    const page = await setup.signedIn();
    await page.signIn.check();
    clock.ahead = 58 * minutes;
    // The provider's session no longer exists.
    jest.spyOn(setup.visitor, "follow").mockImplementation((url) => new Visitor().follow(url));
    expect(await page.signIn.idToken()).toBeUndefined();
    expect(page.signIn.state()).toEqual({ kind: "anonymous", endedUserId: "ada-id" });
    expect(await page.signIn.idToken()).toBeUndefined();
    expect(page.frames()).toBe(1);
  });

  test("that cannot be revoked are renewed nevertheless", async () => {
    const page = await setup.signedIn();
    clock.ahead = 58 * minutes;
    await setup.provider.setFaults({ "/token/revoke": { status: 500 } });
    expect(await page.signIn.idToken()).toBeDefined();
    expect(page.frames()).toBe(1);
    expect(setup.logged()).toEqual(["Failed to revoke token Expected 200, received 500"]);
  });

  test("may be unknown to the provider when they are revoked", async () => {
    const page = await setup.signedIn();
    clock.ahead = 58 * minutes;
    await setup.provider.setFaults({ "/token/revoke": { status: 400 } });
    expect(await page.signIn.idToken()).toBeDefined();
    expect(setup.errors).not.toHaveBeenCalled();
  });

  test("of another user change the signed-in user", async () => {
    const page = await setup.signedIn();
    await page.signIn.check();
    clock.ahead = 58 * minutes;
    const grace = new Visitor();
    const other = openPage(setup.settings, grace);
    await other.signIn.logIn("/mykomax");
    await other.follow("grace");
    other.close();
    jest.spyOn(setup.visitor, "follow").mockImplementation((url) => grace.follow(url));
    const heard = new Promise((resolve) => page.signIn.subscribe(() => resolve(page.signIn.state())));
    await page.signIn.idToken();
    expect(await heard).toMatchObject({ user: { fullName: "Grace Hopper" } });
  });
});

describe("user info", () => {
  test("that fails causes another login, silently if the provider allows it", async () => {
    const page = await setup.signedIn();
    await setup.provider.takeRequests();
    await setup.provider.setFaults({ "/userinfo": { status: 500 } });
    expect(await page.signIn.check()).toEqual({ kind: "failed", message: "Failed to get user info" });
    expect(await endpoints()).toEqual([
      "openid-configuration",
      "userinfo",
      "revoke",
      "revoke",
      "authorize",
      "access_token",
      "userinfo",
    ]);
    await setup.provider.setFaults();
    expect(await page.signIn.check()).toEqual({ kind: "signedIn", user: ada });
  });

  test("that keeps failing redirects to the login only once", async () => {
    await setup.provider.setFaults({ "/userinfo": { status: 401 } });
    const frame = (_url: string, redirectUri: string) => Promise.resolve(`${redirectUri}?error=login_required`);
    await setup.signedIn();
    const first = setup.open({ frame });
    const required = first.signIn.require("/mykomax");
    const callback = await first.follow();
    first.expireDeadlines(30_000);
    expect(await required).toBe(false);
    closePages();
    await setup.open().signIn.finish(new URL(callback).searchParams);
    closePages();
    const second = setup.open({ frame });
    expect(await second.signIn.require("/mykomax")).toBe(false);
    expect(second.lastUrl()).toBeUndefined();
    expect(second.signIn.state()).toEqual({ kind: "failed", message: "Failed to get user info" });
    expect(setup.logged()).toContainEqual(expect.stringContaining("Failed to get user info"));
    // It works again.
    await setup.provider.setFaults();
    expect((await setup.signedIn()).signIn.state().kind).not.toBe("failed");
    expect(await setup.open().signIn.require("/mykomax")).toBe(true);
  });

  test("that works again allows another login after the next failure", async () => {
    const frame = (_url: string, redirectUri: string) => Promise.resolve(`${redirectUri}?error=login_required`);
    /** From a successful login to one that is required again. */
    const failAfterSuccess = async () => {
      await setup.provider.setFaults();
      const page = await setup.signedIn();
      expect((await page.signIn.check()).kind).toBe("signedIn");
      closePages();
      await setup.provider.setFaults({ "/userinfo": { status: 500 } });
      const next = setup.open({ frame });
      void next.signIn.require("/mykomax");
      await next.follow();
      closePages();
    };
    await failAfterSuccess();
    await failAfterSuccess();
  });

  test("that is late does not revoke tokens that were renewed meanwhile", async () => {
    const page = await setup.signedIn();
    await setup.provider.setFaults({ "/userinfo": { silent: true } });
    const checked = page.signIn.check();
    await setup.waitForRequest("/userinfo");
    await setup.signedIn();
    await setup.provider.setFaults();
    page.expireDeadlines(3_000);
    expect((await checked).kind).toBe("signedIn");
    // By the login.
    expect(await setup.provider.takeRequests("/token/revoke")).toHaveLength(2);
    expect(page.frames()).toBe(0);
  });

  test("must have the subject of the ID token", async () => {
    const page = await setup.signedIn();
    await setup.provider.setFaults({ "/userinfo": { status: 200, body: '{"sub":"mallory","name":"Mallory"}' } });
    expect(await page.signIn.check()).toEqual({ kind: "failed", message: "Failed to get user info" });
  });
});
