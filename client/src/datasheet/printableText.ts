/** Printed in place of a character that no font has. */
export const replacement = "□";

/** Characters that change the display of others: joiners, direction marks, variation selectors, soft hyphens, tags. */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cc}]/gu;

/** Letters of two or three characters in one, as PDF files have them. */
const ligature = /[\ufb00-\ufb06]/g;

/** A text as it is printed if the fonts have all its characters. */
export const normalize = (text: string) =>
  text
    .normalize("NFC")
    .replace(ligature, (letters) => letters.normalize("NFKC"))
    .replace(/[\u2007\u2009\u202f]/g, "\u00a0")
    .replace(/[\u1680\u2000-\u200a\u205f\u3000]/g, " ")
    .replace(invisible, (character) => (character === "\n" || character === "\t" ? character : ""));

const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/**
 * A normalized text, with a replacement for each character that cannot be printed: an equivalent one, or a box. The
 * library would print other letters, those of the low bytes of the code.
 */
export function printable(text: string, hasGlyph: (codePoint: number) => boolean): string {
  const canPrint = (characters: string) =>
    Array.from(characters).every((c) => /\s/.test(c) || hasGlyph(c.codePointAt(0) as number));
  if (canPrint(text)) return text;
  return [...segmenter.segment(text)]
    .map(({ segment }) => {
      if (canPrint(segment)) return segment;
      const equivalent = segment.normalize("NFKC");
      return canPrint(equivalent) ? equivalent : replacement;
    })
    .join("");
}
