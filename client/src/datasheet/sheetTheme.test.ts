/** @jest-environment node */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { themes } from "~/theme/themes";
import { sheetThemes } from "./sheetTheme";

test.each(themes)("the data sheets of %s have the font of its pages", (theme) => {
  const css = readFileSync(join(__dirname, "../theme/themes", `${theme}.css`), "utf8");
  expect(css).toContain(`--font-text: "${sheetThemes[theme].font}"`);
});

test.each(themes)("the data sheets of %s have the accent of its pages, if these are light", (theme) => {
  const css = readFileSync(join(__dirname, "../theme/themes", `${theme}.css`), "utf8");
  if (css.includes("color-scheme: dark")) return;
  expect(css).toContain(`--color-accent: ${sheetThemes[theme].accent};`);
  expect(css).toContain(`--color-accent-text: ${sheetThemes[theme].accentText};`);
});
