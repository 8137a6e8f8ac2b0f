import { dropDraft, keepDraft, newKey, readDraft } from "./draft";

beforeEach(() => {
  window.localStorage.clear();
  jest.spyOn(console, "warn").mockImplementation(() => {});
});

const draft = { key: "a-key", values: { subject: "Hum" }, files: [{ id: "1", name: "hum.mp4" }] };

test("a draft is read as it was kept, by its name, until it is dropped", () => {
  keepDraft("one", draft);
  expect(readDraft("one")).toEqual(draft);
  expect(readDraft("two")).toBeUndefined();
  dropDraft("one");
  expect(readDraft("one")).toBeUndefined();
});

test.each([
  ["no JSON", "{", undefined],
  ["something else", "[1]", undefined],
  ["no key", '{"values":{}}', undefined],
  [
    "values of other types",
    '{"key":"k","values":{"a":"b","c":1},"files":[{"id":1},{"id":"x","name":"y"}]}',
    { key: "k", values: { a: "b" }, files: [{ id: "x", name: "y" }] },
  ],
])("what is kept may be %s", (_, text, expected) => {
  window.localStorage.setItem("strand-form-one", text);
  expect(readDraft("one")).toEqual(expected);
});

test("a storage that cannot be used is warned about", () => {
  const broken = jest.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new Error("full");
  });
  keepDraft("one", draft);
  expect(console.warn).toHaveBeenCalled();
  broken.mockRestore();
});

test("no two keys are alike", () => {
  expect(new Set(Array.from({ length: 50 }, newKey)).size).toBe(50);
});
