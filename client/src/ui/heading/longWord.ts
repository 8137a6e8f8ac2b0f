/** The sizes of a long word that base.css has a rule for, in letters. */
const smallest = 16;
const largest = 26;

/** The width of a full-width character, in letters. */
const fullWidth = 1.9;
/** A line of Japanese ends after a phrase: a word in katakana is kept with the particle after it. */
const word = /\p{Script=Latin}+|[\p{Script=Katakana}ー]+[のをにはがでと]?/gu;

/**
 * The length of the longest word of a heading, for `data-long-word`: an even number of letters, and undefined if every
 * word is short. Longer words than the largest number are hyphenated.
 */
export function longWord(heading: string | null): number | undefined {
  const letters = Math.max(0, ...(heading?.match(word) ?? []).map(lettersOf));
  return letters < smallest - 1 ? undefined : Math.min(largest, letters + (letters % 2));
}

function lettersOf(part: string): number {
  return /^\p{Script=Latin}/u.test(part) ? part.length : Math.ceil(part.length * fullWidth);
}
