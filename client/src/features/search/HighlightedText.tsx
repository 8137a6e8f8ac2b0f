import type { SearchResultFragment } from "~/graph/generated/graphql";

/** A text of a search result, with the matching words emphasized (SRCH-5). */
export function HighlightedText({ parts }: { parts: SearchResultFragment["titleParts"] }) {
  return parts.map((part, i) => (part.isMatch ? <em key={i}>{part.text}</em> : <span key={i}>{part.text}</span>));
}
