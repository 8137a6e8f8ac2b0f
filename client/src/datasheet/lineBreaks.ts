/** Characters of Chinese and Japanese, between which lines may break. */
const ideographic = /[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]/;
/** Characters that must not begin a line. */
const closing = /[、。，．：；！？」』）】〕》〉”’ー・々ぁぃぅぇぉっゃゅょァィゥェォッャュョ％）,.:;!?%)\]}]/;
/** Characters that must not end a line. */
const opening = /[「『（【〔《〈“‘([{]/;

/**
 * Splits a word where a line may break, for the hyphenation callback of the PDF library. The library adds a hyphen
 * between two parts, but none beside an empty part. Words of other scripts break after a slash or hyphen only.
 */
export function splitWord(word: string): string[] {
  const parts: string[] = [];
  let part = "";
  let last = "";
  for (const character of word) {
    const isBreak =
      last !== "" &&
      ((ideographic.test(last) || ideographic.test(character)) && !closing.test(character) && !opening.test(last)
        ? true
        : /[/-]/.test(last) && part.length > 2 && /\p{L}/u.test(character));
    if (isBreak) {
      parts.push(part, "");
      part = "";
    }
    part += character;
    last = character;
  }
  parts.push(part);
  return parts;
}
