import { parse, print } from "graphql";
import { typenames } from "./typenames";

/** Returns the operations and fragments as they are sent. */
async function transformed(source: string): Promise<string> {
  const documents = await typenames.transform({
    documents: [{ document: parse(source) }],
    schema: parse("type Query"),
    config: {},
  });
  return documents
    .map(({ document }) => document && print(document))
    .join("\n")
    .replace(/\s+/g, " ");
}

test("adds type names to operations of the normalized cache and none to screen data", async () => {
  const source = `
    query PlaceScreen { place { ...Place } }
    query Expert { expert { ...Place } }
    fragment Place on Place { name ...Ways }
    fragment Ways on Place { links { url } }
  `;
  expect(await transformed(source)).toBe(
    [
      "query PlaceScreen { place { ...Place } }",
      "query Expert { expert { __typename ...PlaceNormalized } }",
      "fragment Place on Place { name ...Ways }",
      "fragment PlaceNormalized on Place { __typename name ...WaysNormalized }",
      "fragment Ways on Place { links { url } }",
      "fragment WaysNormalized on Place { __typename links { __typename url } }",
    ].join(" "),
  );
});

test("keeps the name of a fragment that only one kind of operation uses", async () => {
  expect(await transformed("query Expert { expert { ...Place } } fragment Place on Place { name }")).toBe(
    "query Expert { expert { __typename ...Place } } fragment Place on Place { __typename name }",
  );
});
