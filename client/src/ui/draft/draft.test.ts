// Rules: ERR-28, FORM-39.

import { removeDraft, storeDraft, newKey, readDraft } from "./draft";

beforeEach(() => {
  window.localStorage.clear();
  jest.spyOn(console, "warn").mockImplementation(() => {});
});

const draft = { key: "a-key", values: { subject: "Hum" }, files: [{ id: "1", name: "hum.mp4" }] };

test("returns a stored draft by name until it is removed", () => {
  storeDraft("one", draft);
  expect(readDraft("one")).toEqual(draft);
  expect(readDraft("two")).toBeUndefined();
  removeDraft("one");
  expect(readDraft("one")).toBeUndefined();
});

test.each([
  ["invalid JSON", "{", undefined],
  ["an array", "[1]", undefined],
  ["no key", '{"values":{}}', undefined],
  [
    "values of other types",
    '{"key":"k","values":{"a":"b","c":1},"files":[{"id":1},{"id":"x","name":"y"}]}',
    { key: "k", values: { a: "b" }, files: [{ id: "x", name: "y" }] },
  ],
  [
    "an invalid size and thumbnail of a file",
    '{"key":"k","values":{},"files":[{"id":"x","name":"y","size":"1","thumbnail":"data:,"}]}',
    { key: "k", values: {}, files: [{ id: "x", name: "y" }] },
  ],
])("reads a stored draft with %s", (_, text, expected) => {
  window.localStorage.setItem("strand-form-one", text);
  expect(readDraft("one")).toEqual(expected);
});

test("warns about a storage that is not available", () => {
  const broken = jest.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new Error("full");
  });
  storeDraft("one", draft);
  expect(console.warn).toHaveBeenCalled();
  broken.mockRestore();
});

test("creates unique keys", () => {
  expect(new Set(Array.from({ length: 50 }, newKey)).size).toBe(50);
});
