/** @jest-environment node */

// Rules: PAGE-36.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { markOf } from "./marks";
import { themes } from "./themes";

const folder = join(__dirname, "marks");
const files = new Map(
  readdirSync(folder).map((name) => [name.replace(".svg", ""), readFileSync(join(folder, name), "utf8")]),
);

test.each(themes)("the mark of %s is the drawing of its file", (theme) => {
  expect(files.get(theme) ?? files.get("Default")).toContain(` d="${markOf(theme)}"`);
});

test("brands differ in their marks", () => {
  expect(new Set([...files.keys()].map((theme) => markOf(theme as (typeof themes)[number]))).size).toBe(files.size);
});

test("every file belongs to a theme", () => {
  expect(themes).toEqual(expect.arrayContaining([...files.keys()]));
});
