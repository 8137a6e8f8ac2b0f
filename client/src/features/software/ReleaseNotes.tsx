import type { SoftwareVersionViewFragment } from "~/graph/generated/graphql";
import styles from "./ReleaseNotes.module.css";

/** The changes of a version: paragraphs, and lists of the lines that begin with a hyphen. */
export function ReleaseNotes({ notes }: { notes: SoftwareVersionViewFragment["releaseNotes"] }) {
  return (
    <div className={styles.notes} lang={notes.language}>
      {blocksOf(notes.text).map(({ isList, lines }, n) =>
        isList ? (
          <ul key={n} className={styles.list}>
            {lines.map((line, i) => (
              <li key={i}>{line}</li>
            ))}
          </ul>
        ) : (
          <p key={n}>{lines.join(" ")}</p>
        ),
      )}
    </div>
  );
}

interface Block {
  isList: boolean;
  lines: string[];
}

/** Splits a text into paragraphs and lists, which end at an empty line. */
function blocksOf(text: string): readonly Block[] {
  const blocks: Block[] = [];
  let open: Block | undefined;
  for (const line of text.split(/\r?\n/).map((raw) => raw.trim())) {
    if (line === "") {
      open = undefined;
      continue;
    }
    const entry = /^[-*•]\s+(.*)/.exec(line)?.[1];
    const isList = entry !== undefined;
    if (open?.isList !== isList) {
      open = { isList, lines: [] };
      blocks.push(open);
    }
    open.lines.push(entry ?? line);
  }
  return blocks;
}
