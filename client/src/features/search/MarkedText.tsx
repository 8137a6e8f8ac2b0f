import type { SearchResultFragment } from "~/graph/generated/graphql";

/** A text that was searched, with the words that matched in emphasis (SRCH-5). */
export function MarkedText({ parts }: { parts: SearchResultFragment["titleParts"] }) {
  return parts.map((part, i) => (part.isMatch ? <em key={i}>{part.text}</em> : <span key={i}>{part.text}</span>));
}
