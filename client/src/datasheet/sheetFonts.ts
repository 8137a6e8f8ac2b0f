import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { Font } from "@react-pdf/renderer";

// The files are read from node_modules, each when it is used first. The web fonts of the pages cannot be embedded in
// PDF files: they are variable, and divided into subsets.
const { resolve } = createRequire(import.meta.url);

/** The families of the themes with the prefix of their files. */
const families: Readonly<Record<string, [folder: string, prefix: string]>> = {
  Archivo: ["archivo", "Archivo"],
  Figtree: ["figtree", "Figtree"],
  Geist: ["geist", "Geist"],
  "Hanken Grotesk": ["hanken-grotesk", "HankenGrotesk"],
  "IBM Plex Sans": ["ibm-plex-sans", "IBMPlexSans"],
  "Instrument Sans": ["instrument-sans", "InstrumentSans"],
  Saira: ["saira", "Saira"],
};

/** The weights of data sheets. */
export const regular = 400;
export const strong = 600;

const japanese = "Noto Sans JP";
const chinese = "Noto Sans SC";

/** Registers all families. */
export function registerFonts() {
  for (const [family, [folder, prefix]] of Object.entries(families)) {
    const file = (style: string) => resolve(`@expo-google-fonts/${folder}/${style}/${prefix}_${style}.ttf`);
    Font.register({
      family,
      fonts: [
        { src: file("400Regular"), fontWeight: regular },
        { src: file("600SemiBold"), fontWeight: strong },
      ],
    });
  }
  for (const [family, name, prefix] of [
    [japanese, "@embedpdf/fonts-jp", "NotoSansJP"],
    [chinese, "@embedpdf/fonts-sc", "NotoSansHans"],
  ] as const) {
    const folder = join(dirname(resolve(name)), "../fonts");
    Font.register({
      family,
      fonts: [
        { src: join(folder, `${prefix}-Regular.otf`), fontWeight: regular },
        { src: join(folder, `${prefix}-Medium.otf`), fontWeight: strong },
      ],
    });
  }
}

/** Characters that all families of the themes have. */
const latin = /^[\s\u0020-\u017e\u0218-\u021b\u2013\u2014\u2018-\u201e\u2026\u2212]*$/;

/** The fonts for a text in a language: that of the theme, then one for the characters that it does not have. */
export function fontsFor(text: string, family: string, language: string): string[] {
  if (latin.test(text.replace(/[×±°²³µ·«»]/g, ""))) return [family];
  return [family, language.startsWith("zh") ? chinese : japanese];
}
