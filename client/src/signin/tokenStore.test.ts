// Rules: ERR-28, MSG-22, MSG-23.

import { IDBFactory, IDBObjectStore } from "fake-indexeddb";
import { openTokenStore, type TokenSet } from "./tokenStore";

const tokens: TokenSet = { accessToken: "a", idToken: "b", refreshToken: "c", tokenExpiry: 1 };
let warned: jest.SpyInstance<void, unknown[]>;
let failed: jest.SpyInstance<void, unknown[]>;

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  window.localStorage.clear();
  warned = jest.spyOn(console, "warn").mockImplementation(() => {});
  failed = jest.spyOn(console, "error").mockImplementation(() => {});
});

afterEach(() => jest.restoreAllMocks());

/** The storages of a browser. */
const places: [string, () => void][] = [
  ["IndexedDB", () => {}],
  ["local storage, where there is no IndexedDB", () => Reflect.deleteProperty(globalThis, "indexedDB")],
  [
    "local storage, where IndexedDB is refused",
    () =>
      jest.spyOn(IDBFactory.prototype, "open").mockImplementation(() => {
        throw new DOMException("not here", "SecurityError");
      }),
  ],
];

describe.each(places)("in %s", (name, setUp) => {
  beforeEach(setUp);

  test("reads tokens as they were written, by client, until they are removed", async () => {
    const store = openTokenStore("one");
    expect(await store.read()).toBeUndefined();
    await store.write(tokens);
    expect(await openTokenStore("one").read()).toEqual(tokens);
    expect(await openTokenStore("two").read()).toBeUndefined();
    await store.remove();
    expect(await openTokenStore("one").read()).toBeUndefined();
    const unsupported = warned.mock.calls.filter(([text]) => (text as string).includes("IndexedDB is not supported"));
    expect(unsupported.length > 0).toBe(name !== "IndexedDB");
  });

  test.each([
    ["not an object", "broken"],
    ["incomplete", { accessToken: "a" }],
    ["invalid, with a token of another type", { ...tokens, idToken: 1 }],
    ["invalid, with an expiry of another type", { ...tokens, tokenExpiry: "soon" }],
    ["invalid, with a refresh token of another type", { ...tokens, refreshToken: 1 }],
  ])("deletes a record that is %s", async (_, record) => {
    const store = openTokenStore("one");
    await store.write(record as TokenSet);
    expect(await store.read()).toBeUndefined();
    expect(failed).toHaveBeenCalledWith("Could not parse token object from storage");
    failed.mockClear();
    expect(await openTokenStore("one").read()).toBeUndefined();
    expect(failed).not.toHaveBeenCalled();
  });
});

test("deletes a record that is not JSON", async () => {
  Reflect.deleteProperty(globalThis, "indexedDB");
  window.localStorage.setItem("strand-sign-in-one", "{");
  expect(await openTokenStore("one").read()).toBeUndefined();
  expect(failed).toHaveBeenCalledWith("Could not parse token object from storage");
  expect(window.localStorage).toHaveLength(0);
});

test("keeps the tokens in memory when the storage refuses them", async () => {
  const put = jest.spyOn(IDBObjectStore.prototype, "put").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  const store = openTokenStore("one");
  await store.write(tokens);
  expect(warned).toHaveBeenCalledWith("The tokens cannot be kept.", "full");
  expect(await store.read()).toEqual(tokens);
  store.forget();
  expect(await store.read()).toBeUndefined();
  put.mockRestore();
  await store.write(tokens);
  expect(await openTokenStore("one").read()).toEqual(tokens);
});

test("does not restore tokens that a storage fails to delete", async () => {
  const store = openTokenStore("one");
  await store.write(tokens);
  jest.spyOn(IDBObjectStore.prototype, "delete").mockImplementation(() => {
    throw new Error("refused");
  });
  await store.remove();
  expect(await store.read()).toBeUndefined();
});

test("ignores a storage that has become unreadable", async () => {
  const store = openTokenStore("one");
  await store.write(tokens);
  jest.spyOn(IDBObjectStore.prototype, "get").mockImplementation(() => {
    throw new Error("refused");
  });
  expect(await store.read()).toEqual(tokens);
  expect(warned).toHaveBeenCalledWith("The sign-in cannot be read.", "refused");
});

test("keeps the tokens in memory without any storage", async () => {
  Reflect.deleteProperty(globalThis, "indexedDB");
  jest.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new Error("refused");
  });
  const store = openTokenStore("one");
  await store.write(tokens);
  expect(await store.read()).toEqual(tokens);
});
