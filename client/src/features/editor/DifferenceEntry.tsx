import { clsx } from "clsx";
import { Fragment } from "react";
import { useIntl } from "react-intl";
import type { EditorDifferenceViewFragment } from "~/graph/generated/graphql";
import { ArrowRightIcon } from "~/ui/icon/iconSet";
import { VisuallyHidden } from "~/ui/hidden/VisuallyHidden";
import styles from "./DifferenceEntry.module.css";
import { PlaceWords } from "./PlaceWords";

type Run = EditorDifferenceViewFragment["text"][number];

/** A difference of the draft: where it is, the pictures of both versions, and the text with marked words. */
export function DifferenceEntry({ difference }: { difference: EditorDifferenceViewFragment }) {
  const { formatMessage } = useIntl();
  const { kind, place, text, oldImage, newImage } = difference;
  const isPicture = Boolean(oldImage ?? newImage);
  // A text that is wholly another one is shown below the old one.
  const isReplaced = kind === "CHANGED" && text.every((run) => run.kind !== "SAME");
  const parts = isReplaced
    ? [text.filter((run) => run.kind === "REMOVED"), text.filter((run) => run.kind === "ADDED")]
    : [text];
  return (
    <>
      <span className={styles.head}>
        <span className={styles.kind} data-kind={kind}>
          {formatMessage({ id: `editor.diff.${kind}` })}
        </span>
        <PlaceWords words={place} className={styles.place} />
      </span>
      {isPicture && <Thumbnails oldUrl={oldImage?.url} newUrl={newImage?.url} />}
      {text.length > 0 && (
        <span className={styles.text} data-whole={kind !== "CHANGED" || undefined}>
          {isPicture && kind === "CHANGED" && (
            <span className={styles.caption}>{formatMessage({ id: "editor.diff.alternativeText" })}</span>
          )}
          {parts.map((runs, part) => (
            <span key={part} className={clsx(isReplaced && styles.version)}>
              {runs.map((run, i) => (
                <MarkedRun key={i} run={run} isFirst={i === 0} isLast={i === runs.length - 1} />
              ))}
            </span>
          ))}
        </span>
      )}
    </>
  );
}

/** The pictures of both versions; one if only one version has a picture, or both have the same. */
function Thumbnails({ oldUrl, newUrl }: { oldUrl: string | undefined; newUrl: string | undefined }) {
  const { formatMessage } = useIntl();
  const isReplaced = oldUrl && newUrl && oldUrl !== newUrl;
  return (
    <span className={styles.pictures}>
      {oldUrl && oldUrl !== newUrl && (
        <span className={styles.picture} data-kind="REMOVED">
          <img className={styles.thumbnail} src={oldUrl} alt="" loading="lazy" />
          <span className={styles.caption}>{formatMessage({ id: "editor.diff.oldPicture" })}</span>
        </span>
      )}
      {isReplaced && <ArrowRightIcon size={16} />}
      {newUrl && (
        <span className={styles.picture} data-kind={oldUrl === newUrl ? undefined : "ADDED"}>
          <img className={styles.thumbnail} src={newUrl} alt="" loading="lazy" />
          {oldUrl !== newUrl && (
            <span className={styles.caption}>{formatMessage({ id: "editor.diff.newPicture" })}</span>
          )}
        </span>
      )}
    </span>
  );
}

/** A run of the text: struck out if it was removed, marked if it was added. */
function MarkedRun({ run, isFirst, isLast }: { run: Run; isFirst: boolean; isLast: boolean }) {
  const { formatMessage } = useIntl();
  const content = (
    <>
      {run.kind === "SAME" ? shortened(run.text, isFirst, isLast) : run.text}
      {run.reference && (
        <small className={styles.reference} title={formatMessage({ id: "editor.diff.figure" })}>
          {run.reference}
        </small>
      )}
    </>
  );
  if (run.kind === "REMOVED")
    return (
      <del className={styles.removed}>
        <VisuallyHidden>{formatMessage({ id: "editor.diff.word.REMOVED" })} </VisuallyHidden>
        {content}
      </del>
    );
  if (run.kind === "ADDED")
    return (
      <ins className={styles.added}>
        <VisuallyHidden>{formatMessage({ id: "editor.diff.word.ADDED" })} </VisuallyHidden>
        {content}
      </ins>
    );
  return <Fragment>{content}</Fragment>;
}

/** The number of unchanged characters that are shown beside a change. */
const contextLength = 60;

/** Leaves out the middle of a long unchanged text, or the end that is far from any change. */
export function shortened(text: string, isFirst: boolean, isLast: boolean): string {
  const [before, after] = [isFirst ? 0 : contextLength, isLast ? 0 : contextLength];
  if (text.length <= before + after + contextLength) return text;
  const start = text.slice(0, before).replace(/\s*\S*$/, " ");
  const end = after ? text.slice(-after).replace(/^\S*\s*/, " ") : "";
  return `${isFirst ? "" : start}…${isLast ? "" : end}`;
}
