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
  for (const [family, folder, file] of [
    ["Noto Sans Symbols", "noto-sans-symbols", "NotoSansSymbols_400Regular"],
    [familyOfReplacement, "noto-sans-symbols-2", "NotoSansSymbols2_400Regular"],
  ] as const) {
    const src = resolve(`@expo-google-fonts/${folder}/400Regular/${file}.ttf`);
    Font.register({ family, fonts: [regular, strong].map((fontWeight) => ({ src, fontWeight })) });
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

/** A family for characters that the family of a theme may not have. */
interface FallbackFamily {
  family: string;
  /** The characters for which it is used: a smaller family precedes a larger one with the same characters. */
  characters: RegExp;
}

/** The family with the box that replaces characters without a glyph. */
export const familyOfReplacement = "Noto Sans Symbols 2";

const eastAsian = /[\u2e80-\u9fff\uf900-\ufaff\ufe30-\uff9f\uffe0-\uffee\u{20000}-\u{2fa1f}]/u;

/** The families of a document behind that of its theme, in the order of their use. */
export function fallbackFamilies(family: string, language: string): FallbackFamily[] {
  const asian = language.startsWith("zh") ? [chinese, japanese] : [japanese, chinese];
  return [
    { family: "IBM Plex Sans", characters: /[\u00a0-\u04ff\u1e00-\u22ff]/ },
    { family: "Noto Sans Symbols", characters: /[\u2070-\u2bff]/ },
    { family: familyOfReplacement, characters: /[\u2070-\u2bff\ufffd]/ },
    ...asian.map((name) => ({ family: name, characters: eastAsian })),
    // Mathematical signs, squares and numbers in circles; those of Chinese and Japanese are the same.
    { family: japanese, characters: /[\u2100-\u2bff]/ },
  ].filter((one) => one.family !== family);
}
