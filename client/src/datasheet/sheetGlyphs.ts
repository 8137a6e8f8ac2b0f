import { Font } from "@react-pdf/renderer";
import { normalize, printable, replacement } from "./printableText";
import { fallbackFamilies, familyOfReplacement, regular, strong } from "./sheetFonts";

/** What a document needs of a font of the PDF library, an object of fontkit. */
interface LoadedFont {
  hasGlyphForCodePoint(codePoint: number): boolean;
  getGlyph(id: number, codePoints?: number[]): Glyph;
}

interface Glyph {
  codePoints: readonly number[];
}

/** Data with all its texts changed. URLs are kept as they are. */
function mapTexts<T>(data: T, change: (text: string) => string): T {
  if (typeof data === "string") return (/^(https?:|mailto:|\/)/.test(data) ? data : change(data)) as T;
  if (Array.isArray(data)) return data.map((one: unknown) => mapTexts(one, change)) as T;
  if (data === null || typeof data !== "object") return data;
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, mapTexts(value as unknown, change)])) as T;
}

/** The texts of a document, and the families that print them: that of the theme, then those for other characters. */
export async function prepareTexts<T>(
  data: T,
  messages: string,
  family: string,
  language: string,
): Promise<{ texts: T; families: string[] }> {
  const normalized = mapTexts(data, normalize);
  const families: string[] = [];
  const fonts: LoadedFont[] = [];
  const hasGlyph = (codePoint: number) => fonts.some((font) => font.hasGlyphForCodePoint(codePoint));
  const add = async (name: string) => {
    families.push(name);
    const [font] = await Promise.all([load(name, regular), load(name, strong)]);
    fonts.push(font);
  };
  await add(family);
  const characters = new Set<number>();
  const collect = (text: string) => {
    for (const character of text) if (!/\s/.test(character)) characters.add(character.codePointAt(0) as number);
    return text;
  };
  mapTexts(normalized, collect);
  collect(messages);
  // A font for other characters is loaded only if some of them are in the texts: those of Chinese have 8 MB.
  for (const { family: name, characters: covered } of fallbackFamilies(family, language)) {
    const isNeeded = [...characters].some((c) => covered.test(String.fromCodePoint(c)) && !hasGlyph(c));
    if (isNeeded && !families.includes(name)) await add(name);
  }
  const isReplaced = [...characters].some((c) => !hasGlyph(c));
  if (isReplaced && !hasGlyph(replacement.codePointAt(0) as number)) await add(familyOfReplacement);
  return { texts: mapTexts(normalized, (text) => printable(text, hasGlyph)), families };
}

const separated = new WeakSet<LoadedFont>();

async function load(fontFamily: string, fontWeight: number): Promise<LoadedFont> {
  await Font.load({ fontFamily, fontWeight });
  const font = Font.getFont({ fontFamily, fontWeight }).data as LoadedFont | null;
  if (!font) throw new Error(`The font ${fontFamily} cannot be loaded.`);
  if (!separated.has(font)) {
    separateGlyphs(font);
    separated.add(font);
  }
  return font;
}

/**
 * Gives each use of a glyph its own code points. The library keeps one object for each glyph with the code points of
 * its first use: of the ligature of "->", those of an "→" before, with which it counts the characters of lines and
 * writes the text of the file. Fonts are kept for all documents.
 */
function separateGlyphs(font: LoadedFont) {
  const getGlyph = font.getGlyph.bind(font);
  font.getGlyph = (id, codePoints = []) => {
    const glyph = getGlyph(id, codePoints);
    const isSame =
      glyph.codePoints.length === codePoints.length && codePoints.every((code, i) => code === glyph.codePoints[i]);
    return isSame ? glyph : (Object.create(glyph, { codePoints: { value: codePoints } }) as Glyph);
  };
}
