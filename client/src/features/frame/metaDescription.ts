/** The limits of a description (PAGE-38), in characters of Latin width: an East Asian one is twice as wide. */
const shortest = 110;
const longest = 160;

const wide = /[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{2fa1f}]/u;

const widthOf = (text: string) => Array.from(text).reduce((sum, c) => sum + (wide.test(c) ? 2 : 1), 0);

const sentenceEnd = /[.!?…:。！？：]$/u;

/** Cuts a text behind a sentence if enough remains, else at the boundary of a word. */
function cut(text: string): string {
  let width = 0;
  let kept = "";
  for (const c of text) {
    width += wide.test(c) ? 2 : 1;
    if (width > longest - 1) break;
    kept += c;
  }
  const sentences = /^.*(?:[.!?](?=\s)|[。！？])/su.exec(kept)?.[0];
  if (sentences && widthOf(sentences) >= shortest) return sentences;
  const next = text.charAt(kept.length);
  // Words of East Asian languages have no spaces.
  const words = /\s/.test(next) || wide.test(next) ? kept : (/^(.*)\s/su.exec(kept)?.[1] ?? kept);
  return `${words.replace(/[\s,;:–—、，-]+$/u, "")}…`;
}

/**
 * The description of a page for search engines and link previews: the first text, extended by the next ones until it is
 * long enough, and cut where it is too long. Undefined without a text.
 */
export function metaDescription(texts: readonly (string | null | undefined)[]): string | undefined {
  let description = "";
  for (const text of texts) {
    const next = text?.replace(/\s+/g, " ").trim();
    if (!next || description.includes(next)) continue;
    if (description && widthOf(description) >= shortest) break;
    const last = description.at(-1) ?? "";
    const stop = description && !sentenceEnd.test(description) ? (wide.test(last) ? "。" : ".") : "";
    const space = description && !wide.test(last) && !wide.test(stop) ? " " : "";
    description += stop + space + next;
  }
  return (widthOf(description) > longest ? cut(description) : description) || undefined;
}
