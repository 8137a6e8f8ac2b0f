/** A place in a document, by the labels of the CMS, which are in English: `Teaser grid › Item 2 › Text`. */
export function PlaceWords({ words, className }: { words: readonly string[]; className?: string | undefined }) {
  return (
    <span className={className} lang="en">
      {words.join(" › ")}
    </span>
  );
}
