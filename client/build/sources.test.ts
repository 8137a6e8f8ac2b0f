/** @jest-environment node */
import { withSources } from "./sources";

test("adds the sources that share a file with others", () => {
  const manifest = {
    "_catalog-1.js": { file: "catalog-1.js", imports: ["_vendor-1.js"] },
    "src/b.ts": { file: "b-1.js", src: "src/b.ts" },
  };
  const files = new Map([
    ["src/a.ts", "catalog-1.js"],
    ["src/b.ts", "b-1.js"],
  ]);
  expect(withSources(manifest, files)).toEqual({
    ...manifest,
    "src/a.ts": { file: "catalog-1.js", imports: ["_vendor-1.js"], src: "src/a.ts", isDynamicEntry: true },
  });
});
