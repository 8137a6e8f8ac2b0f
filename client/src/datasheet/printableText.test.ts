import { normalize, printable } from "./printableText";

const ascii = (codePoint: number) => codePoint < 0x7f || codePoint === 0x25a1 || codePoint === 0xe9;

test.each([
  ["a ligature of a PDF file", "speciﬁc, oﬃce", "specific, office"],
  ["composed letters", "Cafe\u0301", "Café"],
  ["joiners, direction marks, variation selectors and soft hyphens", "a\u200bb\u200d\u2060\ufe0f\u00ad\u202ec", "abc"],
  ["narrow spaces", "5\u202fmm", "5\u00a0mm"],
  ["wide spaces", "5\u3000mm\u2003x", "5 mm x"],
  ["lines", "a\nb", "a\nb"],
])("normalizes %s", (_, text, want) => {
  expect(normalize(text)).toBe(want);
});

test.each([
  ["characters of the fonts", "é x\ny\u00a0z", "é x\ny\u00a0z"],
  ["an equivalent character", "㎜", "mm"],
  ["a letter of another script", "abc ش", "abc □"],
  ["a box for each emoji of a sequence", "x 👩‍🔧!", "x □□!"],
  ["a letter with its marks", "بَ", "□"],
])("prints %s", (_, text, want) => {
  expect(printable(normalize(text), ascii)).toBe(want);
});
