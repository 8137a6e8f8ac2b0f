import { nameOf, readExample, readExamples } from "./examples";

const text = `# What a ticket is.
# Two lines.
# as: customer@example.com
query Tickets {
  # a comment
  tickets { totalCount }
}
`;

test("an example has its description, its account and its variables", () => {
  expect(readExample(text, '{ "a": 1 }\n')).toEqual({
    name: "Tickets",
    kind: "query",
    description: "What a ticket is. Two lines.",
    query: "# What a ticket is.\n# Two lines.\nquery Tickets {\n  # a comment\n  tickets { totalCount }\n}\n",
    variables: '{ "a": 1 }',
    account: "customer@example.com",
    isForEditors: false,
  });
  expect(readExample("# A\n# for: editors\nmutation B {\n  b\n}\n")).toMatchObject({
    kind: "mutation",
    isForEditors: true,
    account: undefined,
  });
});

test("a file without a named operation is no example", () => {
  expect(() => readExample("# A\n{ a }\n")).toThrow("An example begins with its operation");
});

test("the variables of an example are in the file of the same name", () => {
  const files = {
    "./b.graphql": "# B\nquery B {\n  b\n}",
    "./a.graphql": "# A\nquery A($a: Int) {\n  a\n}",
    "./a.json": "{}",
  };
  expect(readExamples(files).map(({ name, variables }) => [name, variables])).toEqual([
    ["A", "{}"],
    ["B", ""],
  ]);
});

test("the name of a document is that of its first operation", () => {
  expect(nameOf("# query No\nquery Yes($a: Int) { a }")).toBe("Yes");
  expect(nameOf("{ a }")).toBe("");
});
