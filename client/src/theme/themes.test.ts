/** @jest-environment node */

// Rules: CONST-6, CONST-28.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { themes } from "./themes";

const tokens = Object.fromEntries(
  themes.map((theme) => {
    const css = readFileSync(join(__dirname, "themes", `${theme}.css`), "utf8");
    return [theme, new Map([...css.matchAll(/--([\w-]+):\s*([^;]+);/g)].map((m) => [m[1] ?? "", m[2] ?? ""]))];
  }),
);

/** Relative luminance (WCAG 2.2). */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const c = parseInt(hex.slice(at, at + 2), 16) / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

const wanted: [text: string, ground: string, ratio: number][] = [
  ...(["bg", "surface", "surface-strong"] as const).map((g): [string, string, number] => ["text", g, 4.5]),
  ["text-muted", "bg", 4.5],
  ["text-muted", "surface", 4.5],
  ["accent-text", "bg", 4.5],
  ["accent-text", "surface", 4.5],
  ["accent-text", "accent-soft", 4.5],
  ["on-accent", "accent", 4.5],
  ["inverse-text", "inverse-bg", 4.5],
  ["inverse-muted", "inverse-bg", 4.5],
  ["inverse-accent", "inverse-bg", 4.5],
  ...(["success", "error", "info", "warning"] as const).map((c): [string, string, number] => [c, "bg", 4.5]),
  ["line-strong", "bg", 3],
  ["focus", "bg", 3],
];

describe.each(themes)("%s", (theme) => {
  const own = tokens[theme] ?? new Map<string, string>();

  test("defines every token", () => {
    expect([...own.keys()].sort()).toEqual([...(tokens.Default?.keys() ?? [])].sort());
  });

  test.each(wanted)("%s on %s", (text, ground, ratio) => {
    expect(contrast(own.get(`color-${text}`) ?? "", own.get(`color-${ground}`) ?? "")).toBeGreaterThanOrEqual(ratio);
  });
});

test("a spinner rotates once every 1080 ms", () => {
  const read = (file: string) => readFileSync(join(__dirname, file), "utf8");
  expect(read("tokens.css")).toContain("--duration-spin: 1080ms;");
  expect(read("../ui/spinner/Spinner.module.css")).toMatch(/animation: turn var\(--duration-spin\) linear infinite;/);
});
