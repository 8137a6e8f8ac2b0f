/** The sizes of a long word that base.css has a rule for, in letters. */
const smallest = 16;
const largest = 26;

/**
 * The length of the longest word of a heading, for `data-long-word`: an even number of letters, and undefined if every
 * word is short. Longer words than the largest number are hyphenated.
 */
export function longWord(heading: string | null): number | undefined {
  const letters = Math.max(0, ...(heading?.match(/\p{Script=Latin}+/gu) ?? []).map((word) => word.length));
  return letters < smallest - 1 ? undefined : Math.min(largest, letters + (letters % 2));
}
