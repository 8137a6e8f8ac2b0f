import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { Font } from "@react-pdf/renderer";
import sharp from "sharp";
import { registerFonts } from "../src/datasheet/sheetFonts.ts";
import { sheetThemes } from "../src/datasheet/sheetTheme.ts";
import { markOf } from "../src/theme/marks.ts";
import { themes, type ThemeName } from "../src/theme/themes.ts";
import { icoOf } from "./ico.ts";

// Run by the Makefile with a folder: writes the icons of each theme, made of its mark and its colors, and the colors
// and fonts that the server needs for them and for the pictures of link previews (`edge/themes` in Go).
const [, , folder] = process.argv;
if (!folder) throw new Error("the folder of the icons is missing");

/** The side of a mark's box (`theme/marks.ts`). */
const box = 32;

/** An icon: a mark on a square, with a part of the side that the mark fills. Platforms round squares themselves. */
function iconOf(theme: ThemeName, ground: string, color: string, part: number, radius: number): string {
  const margin = (box * (1 - part)) / 2;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${box} ${box}">` +
    `<rect width="${box}" height="${box}" rx="${radius}" fill="${ground}"/>` +
    `<path transform="translate(${margin} ${margin}) scale(${part})" fill="${color}" d="${markOf(theme)}"/></svg>`
  );
}

const pngOf = (svg: string, size: number) =>
  sharp(Buffer.from(svg), { density: (72 * size) / box })
    .resize(size, size)
    .png({ compressionLevel: 9 })
    .toBuffer();

/** Returns the colors of a theme by the names of its tokens, without `--color-`. */
function colorsOf(theme: ThemeName): (name: string) => string {
  const css = readFileSync(`client/src/theme/themes/${theme}.css`, "utf8");
  return (name) => {
    const color = new RegExp(`--color-${name}: (#[0-9a-f]{6});`).exec(css)?.[1];
    if (!color) throw new Error(`the theme ${theme} has no color ${name}`);
    return color;
  };
}

registerFonts();
/** The path of a font, from the folder of the icons. */
function fontOf(family: string, weight: number): string {
  const src = Font.getRegisteredFonts()[family]?.sources.find((s) => s.fontWeight === weight)?.src;
  if (!src) throw new Error(`the family ${family} is not registered`);
  return relative(join(folder ?? ""), src);
}
const fonts = (family: string) => ({ regular: fontOf(family, 400), strong: fontOf(family, 600) });

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const built: Record<string, object> = {};
for (const theme of themes) {
  const color = colorsOf(theme);
  const ground = color("accent");
  const tab = iconOf(theme, ground, color("on-accent"), 0.68, 6);
  const square = iconOf(theme, ground, color("on-accent"), 0.58, 0);
  writeFileSync(join(folder, `${theme}.svg`), tab);
  writeFileSync(
    join(folder, `${theme}.ico`),
    icoOf(await Promise.all([16, 32, 48].map(async (size) => ({ size, png: await pngOf(tab, size) })))),
  );
  for (const size of [180, 192, 512]) writeFileSync(join(folder, `${theme}-${size}.png`), await pngOf(square, size));
  built[theme] = {
    accent: ground,
    background: color("bg"),
    card: {
      ground: color("inverse-bg"),
      text: color("inverse-text"),
      muted: color("inverse-muted"),
      accent: color("inverse-accent"),
    },
    fonts: fonts(sheetThemes[theme].font),
  };
}
writeFileSync(
  join(folder, "themes.json"),
  JSON.stringify({
    themes: built,
    fallback: { ja: fonts("Noto Sans JP"), zh: fonts("Noto Sans SC"), symbols: fonts("IBM Plex Sans") },
  }),
);
