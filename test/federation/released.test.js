import assert from "node:assert/strict";
import { test } from "node:test";
import { problems } from "./released.js";

const released = `directive @key(fields: String!) on OBJECT
directive @cost(weight: Int!) on FIELD_DEFINITION
type Query { site(id: ID!): Site sites: [Site!]! }
type Site @key(fields: "id") { id: ID! "The name." name: String! theme: String! }`;

const changelog = (
  ...entries
) => `# Changelog\n\n## [Unreleased]\n\n### Changed\n\n${entries.map((e) => `- ${e}\n`).join("")}
## [1.0.0]\n\n- \`Site.name\` \`Site.color\` **Breaking:** \`Site.theme\`\n`;

const withColor = released.replace("theme: String!", "theme: String! color: String");
const withoutTheme = released.replace("theme: String!", "");

for (const [name, built, entries, count] of [
  ["no difference", released, [], 0],
  ["another description", released.replace("The name.", "What it is called."), [], 0],
  ["a declared cost", released.replace("theme: String!", "theme: String! @cost(weight: 2)"), [], 0],
  ["a new directive", `${released} directive @size on OBJECT`, [], 1],
  ["a new field without an entry", withColor, [], 1],
  ["a new field with an entry", withColor, ["`Site.color`: the main color"], 0],
  ["a new field with an entry over two lines", withColor, ["the main\n  color, `Site.color`"], 0],
  ["a field that is removed without an entry", withoutTheme, [], 1],
  ["a field that is removed with an entry that does not say so", withoutTheme, ["`Site.theme` is gone"], 1],
  ["a field that is removed with an entry that says so", withoutTheme, ["**Breaking:** `Site.theme` is gone"], 0],
  ["a key that is removed", released.replace('@key(fields: "id")', ""), ["`Site` is no entity"], 1],
  [
    "a new argument",
    released.replace("site(id: ID!)", "site(id: ID!, locale: String)"),
    ["`Query.site` takes a locale"],
    0,
  ],
  ["a deprecation", released.replace("theme: String!", 'theme: String! @deprecated(reason: "x")'), [], 1],
]) {
  test(`${name}: ${count} problems`, async () => {
    const found = await problems(released, built, changelog(...entries));
    assert.equal(found.length > 0 ? 1 : 0, count, found.join("\n"));
  });
}
