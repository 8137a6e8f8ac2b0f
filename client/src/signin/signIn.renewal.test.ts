import { IDBFactory } from "fake-indexeddb";
import { Visitor } from "../../test/identityProvider";
import { clock, closePages, openPage } from "../../test/signInPage";
import { ada, signInWorld } from "../../test/signInWorld";

/** Steps 4 and 5 of the sign-in (AUTH-5, AUTH-6): tokens are reused and renewed; missing user info. */

const world = signInWorld();

/** The endpoints that were requested since the last call, by the last part of their paths. */
const endpoints = async () =>
  (await world.provider.asked()).map(({ url }) => new URL(url, world.provider.issuer).pathname.split("/").at(-1));

describe("tokens", () => {
  const minutes = 60_000;

  test("are used until 180 s before they expire, then revoked and renewed", async () => {
    const page = await world.signedIn();
    await page.signIn.check();
    const first = await page.signIn.idToken();
    clock.ahead = 57 * minutes - 5_000;
    expect(await page.signIn.idToken()).toBe(first);
    await world.provider.asked();
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

  test("are only used with the tokens of the same response", async () => {
    const page = await world.signedIn();
    const idToken = (await page.signIn.idToken()) ?? "";
    const accessToken = await page.signIn.accessToken(idToken);
    expect(accessToken).toEqual(expect.any(String));
    expect(await page.signIn.accessToken("of-another-tab")).toBeUndefined();
    clock.ahead = 58 * minutes;
    const renewed = (await page.signIn.idToken()) ?? "";
    expect(await page.signIn.accessToken(renewed)).not.toBe(accessToken);
  });

  test("are renewed once for all concurrent callers", async () => {
    const page = await world.signedIn();
    clock.ahead = 58 * minutes;
    const tokens = await Promise.all([1, 2, 3].map(() => page.signIn.idToken()));
    expect(new Set(tokens).size).toBe(1);
    expect(page.frames()).toBe(1);
  });

  test("are revoked and renewed after a refusal, unless they were renewed meanwhile", async () => {
    const page = await world.signedIn();
    await page.signIn.check();
    const idToken = await page.signIn.idToken();
    await world.provider.asked();
    expect(await page.signIn.idToken("of-another-tab")).toBe(idToken);
    expect(await world.provider.asked()).toEqual([]);
    expect((await page.signIn.idToken(idToken))?.split(".")).toHaveLength(3);
    expect(await endpoints()).toEqual(["revoke", "revoke", "authorize", "access_token"]);
    expect(page.frames()).toBe(1);
  });

  test.each(["briefAccess", "briefIdentity"])("expire with the first of them (%s)", async (clientId) => {
    world.settings = { ...world.settings, clientId };
    const page = await world.signedIn();
    clock.ahead = 1_010_000;
    await page.signIn.idToken();
    expect(page.frames()).toBe(0);
    clock.ahead = 1_030_000;
    await page.signIn.idToken();
    expect(page.frames()).toBe(1);
  });

  test("that were deleted make the user anonymous", async () => {
    const page = await world.signedIn();
    await page.signIn.check();
    globalThis.indexedDB = new IDBFactory();
    expect(await page.signIn.idToken()).toBeUndefined();
    expect(page.signIn.state()).toEqual({ kind: "anonymous" });
    expect(page.frames()).toBe(0);
  });

  test("with a lifetime of at most 180 s are renewed 30 s before they expire", async () => {
    world.settings = { ...world.settings, clientId: "brief" };
    const page = await world.signedIn();
    clock.ahead = 85_000;
    await page.signIn.idToken();
    expect(page.frames()).toBe(0);
    clock.ahead = 95_000;
    expect(await page.signIn.idToken()).toBeDefined();
    expect(page.frames()).toBe(1);
  });

  test("that cannot be renewed make the user anonymous", async () => {
    const page = await world.signedIn();
    await page.signIn.check();
    clock.ahead = 58 * minutes;
    // The provider's session no longer exists.
    jest.spyOn(world.visitor, "go").mockImplementation((url) => new Visitor().go(url));
    expect(await page.signIn.idToken()).toBeUndefined();
    expect(page.signIn.state()).toEqual({ kind: "anonymous" });
    expect(await page.signIn.idToken()).toBeUndefined();
    expect(page.frames()).toBe(1);
  });

  test("that cannot be revoked are renewed nevertheless", async () => {
    const page = await world.signedIn();
    clock.ahead = 58 * minutes;
    await world.provider.fail({ "/token/revoke": { status: 500 } });
    expect(await page.signIn.idToken()).toBeDefined();
    expect(page.frames()).toBe(1);
    expect(world.logged()).toEqual(["Failed to revoke token Expected 200, received 500"]);
  });

  test("may be unknown to the provider when they are revoked", async () => {
    const page = await world.signedIn();
    clock.ahead = 58 * minutes;
    await world.provider.fail({ "/token/revoke": { status: 400 } });
    expect(await page.signIn.idToken()).toBeDefined();
    expect(world.errors).not.toHaveBeenCalled();
  });

  test("of another user change the signed-in user", async () => {
    const page = await world.signedIn();
    await page.signIn.check();
    clock.ahead = 58 * minutes;
    const grace = new Visitor();
    const other = openPage(world.settings, grace);
    await other.signIn.logIn("/mykomax");
    await other.follow("grace");
    other.close();
    jest.spyOn(world.visitor, "go").mockImplementation((url) => grace.go(url));
    const heard = new Promise((resolve) => page.signIn.subscribe(() => resolve(page.signIn.state())));
    await page.signIn.idToken();
    expect(await heard).toMatchObject({ user: { fullName: "Grace Hopper" } });
  });
});

describe("user info", () => {
  test("that fails causes another login, silently if the provider allows it", async () => {
    const page = await world.signedIn();
    await world.provider.asked();
    await world.provider.fail({ "/userinfo": { status: 500 } });
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
    await world.provider.fail();
    expect(await page.signIn.check()).toEqual({ kind: "signedIn", user: ada });
  });

  test("that keeps failing redirects to the login only once", async () => {
    await world.provider.fail({ "/userinfo": { status: 401 } });
    const frame = (_url: string, arrival: string) => Promise.resolve(`${arrival}?error=login_required`);
    await world.signedIn();
    const first = world.open({ frame });
    const required = first.signIn.require("/mykomax");
    const callback = await first.follow();
    first.elapse(30_000);
    expect(await required).toBe(false);
    closePages();
    await world.open().signIn.finish(new URL(callback).searchParams);
    closePages();
    const second = world.open({ frame });
    expect(await second.signIn.require("/mykomax")).toBe(false);
    expect(second.left()).toBeUndefined();
    expect(second.signIn.state()).toEqual({ kind: "failed", message: "Failed to get user info" });
    expect(world.logged()).toContainEqual(expect.stringContaining("Failed to get user info"));
    // It works again.
    await world.provider.fail();
    expect((await world.signedIn()).signIn.state().kind).not.toBe("failed");
    expect(await world.open().signIn.require("/mykomax")).toBe(true);
  });

  test("that works again allows another login after the next failure", async () => {
    const frame = (_url: string, arrival: string) => Promise.resolve(`${arrival}?error=login_required`);
    /** From a successful login to one that is required again. */
    const failAfterSuccess = async () => {
      await world.provider.fail();
      const page = await world.signedIn();
      expect((await page.signIn.check()).kind).toBe("signedIn");
      closePages();
      await world.provider.fail({ "/userinfo": { status: 500 } });
      const next = world.open({ frame });
      void next.signIn.require("/mykomax");
      await next.follow();
      closePages();
    };
    await failAfterSuccess();
    await failAfterSuccess();
  });

  test("that is late does not revoke tokens that were renewed meanwhile", async () => {
    const page = await world.signedIn();
    await world.provider.fail({ "/userinfo": { silent: true } });
    const checked = page.signIn.check();
    await world.seen("/userinfo");
    await world.signedIn();
    await world.provider.fail();
    page.elapse(3_000);
    expect((await checked).kind).toBe("signedIn");
    // By the login.
    expect(await world.provider.asked("/token/revoke")).toHaveLength(2);
    expect(page.frames()).toBe(0);
  });

  test("must have the subject of the ID token", async () => {
    const page = await world.signedIn();
    await world.provider.fail({ "/userinfo": { status: 200, body: '{"sub":"mallory","name":"Mallory"}' } });
    expect(await page.signIn.check()).toEqual({ kind: "failed", message: "Failed to get user info" });
  });
});
