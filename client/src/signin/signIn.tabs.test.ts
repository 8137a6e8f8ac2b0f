// Rules: AUTH-5, MSG-22.

import { IDBFactory, IDBObjectStore } from "fake-indexeddb";
import { clock, closePages, type Page } from "../../test/signInPage";
import { ada, setUpSignIn } from "../../test/signInSetup";
import { openTokenStore, type TokenSet } from "./tokenStore";

/** The sign-in across tabs of one browser, and in browsers without locks, storage or channels. */

const setup = setUpSignIn();

/** A promise that the test resolves. */
function makeGate() {
  let open = () => {};
  const passed = new Promise<void>((resolve) => (open = resolve));
  return { open: () => open(), passed };
}

describe("tabs", () => {
  const changed = (page: Page, kind: string) =>
    new Promise<void>((resolve) => {
      const look = () => page.signIn.state().kind === kind && resolve();
      page.signIn.subscribe(look);
      look();
    });

  test("share sign-in and sign-out", async () => {
    const watching = setup.open();
    await watching.signIn.check();
    const heard = changed(watching, "signedIn");
    const page = await setup.signedIn();
    await heard;
    expect(watching.signIn.state()).toEqual({ kind: "signedIn", user: ada });
    expect(watching.frames()).toBe(1);

    const gone = changed(watching, "anonymous");
    await page.signIn.logOut("/en");
    await gone;
    expect(await watching.signIn.idToken()).toBeUndefined();
    expect(await watching.signIn.require("/mykomax")).toBe(false);
  });

  test("share the sign-out when the storage refuses the tokens", async () => {
    await setup.signedIn();
    closePages();
    globalThis.indexedDB = new IDBFactory();
    const put = jest.spyOn(IDBObjectStore.prototype, "put").mockImplementation(() => {
      throw new Error("full");
    });
    const page = setup.open();
    expect((await page.signIn.check()).kind).toBe("signedIn");
    const gone = changed(page, "anonymous");
    await setup.open().signIn.logOut("/en");
    await gone;
    expect(await page.signIn.idToken()).toBeUndefined();
    put.mockRestore();
  });

  test("send no requests because of another tab", async () => {
    const page = setup.open();
    const sender = new BroadcastChannel("strand-sign-in-portal");
    const others = new BroadcastChannel("strand-sign-in-portal");
    const received = new Promise((resolve) => others.addEventListener("message", resolve));
    sender.postMessage("signedIn");
    await received;
    sender.close();
    others.close();
    // The time that the page needs to look for tokens.
    await openTokenStore("portal").read();
    await page.signIn.idToken();
    expect(page.frames()).toBe(0);
  });

  test("stop notifying after unsubscribing", async () => {
    const page = setup.open();
    const listener = jest.fn();
    page.signIn.subscribe(listener)();
    await page.signIn.check();
    expect(listener).not.toHaveBeenCalled();
  });

  describe("with locks", () => {
    test("do not renew the same tokens twice", async () => {
      const one = await setup.signedIn();
      const two = setup.open();
      await Promise.all([one.signIn.check(), two.signIn.check()]);
      clock.ahead = 58 * 60_000;
      const tokens = await Promise.all([one.signIn.idToken(), two.signIn.idToken(), one.signIn.idToken()]);
      expect(new Set(tokens).size).toBe(1);
      expect(tokens[0]).toBeDefined();
      expect(one.frames() + two.frames()).toBe(1);
    });

    test("wait for a pending renewal", async () => {
      await setup.signedIn();
      closePages();
      const begun = makeGate();
      const goOn = makeGate();
      const one = setup.open({
        async frame(url) {
          begun.open();
          await goOn.passed;
          return await setup.visitor.follow(url);
        },
      });
      const two = setup.open();
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
  test("keeps the sign-in and logs a warning", async () => {
    Reflect.deleteProperty(globalThis, "indexedDB");
    const page = await setup.signedIn();
    expect((await page.signIn.check()).kind).toBe("signedIn");
    expect(page.frames()).toBe(0);
    expect(setup.warnings).toHaveBeenCalledWith(
      expect.stringContaining("IndexedDB is not supported"),
      expect.anything(),
    );
  });
});

test("discards invalid tokens and uses the provider's session", async () => {
  await setup.signedIn();
  closePages();
  const { clientId } = setup.settings;
  await openTokenStore(clientId).write({ accessToken: "a", idToken: 5 } as unknown as TokenSet);
  const page = setup.open();
  expect((await page.signIn.check()).kind).toBe("signedIn");
  expect(page.frames()).toBe(1);
  expect(setup.logged()).toEqual(["Could not parse token object from storage"]);
  expect((await openTokenStore(clientId).read())?.idToken).toMatch(/\./);
});
