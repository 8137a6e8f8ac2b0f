import { linkTo, maxLink, sharedIn } from "./share";

const page = "http://localhost:8080/playground?a=b#operation=old";

test("a link has the operation with its variables in the fragment, and leads to the same operation", () => {
  const operation = { query: 'query A($a: Int) {\n  b(c: "ü&#%+ d")\n}\n', variables: '{ "a": 1 }' };
  const link = linkTo(operation, page) ?? "";
  expect(link).toMatch(/^http:\/\/localhost:8080\/playground\?a=b#operation=query\+A/);
  expect(sharedIn(new URL(link).hash)).toEqual(operation);
});

test("a link has nothing but the operation and its variables", () => {
  const operation = { query: "{ a }", variables: " ", headers: '{"Authorization": "Bearer secret"}' };
  expect(linkTo(operation, page)).toBe("http://localhost:8080/playground?a=b#operation=%7B+a+%7D");
});

test("a link is not longer than programs keep whole", () => {
  expect(linkTo({ query: "a".repeat(maxLink), variables: "" }, page)).toBeUndefined();
  expect(linkTo({ query: "{ a }", variables: "a".repeat(maxLink) }, page)).toBeUndefined();
});

test.each(["", "#", "#operation=", "#modules", "#%E0%A4%A", `#operation=${"a".repeat(maxLink)}`])(
  "another fragment is no operation: %s",
  (fragment) => {
    expect(sharedIn(fragment)).toBeUndefined();
  },
);
