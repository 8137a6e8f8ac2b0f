import { parse, print } from "graphql";
import { withoutSelections } from "./documents";

test("keeps the operation of a screen with its variables, without what it selects", () => {
  const document = parse(`
    query TestScreen($url: String!) {
      resolve(url: $url) { ...Frame }
    }
    fragment Frame on PageResolution { theme }
  `);
  const kept = print(JSON.parse(withoutSelections(JSON.stringify(document))) as typeof document);
  expect(kept.replace(/\s+/g, " ")).toBe("query TestScreen($url: String!) { resolve(url: $url) { __typename } }");
});
