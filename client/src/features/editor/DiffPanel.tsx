import { useQuery } from "@apollo/client/react";
import { type RefObject, useEffect, useEffectEvent, useState } from "react";
import { useIntl } from "react-intl";
import { type EditorAreaViewFragment, EditorDiffDocument } from "~/graph/generated/graphql";
import { useRetry } from "~/graph/useRetry";
import { upToDate } from "~/graph/upToDate";
import { postToPreview } from "~/lib/preview/previewMessage";
import { Button } from "~/ui/button/Button";
import { ArrowLeftIcon, ArrowRightIcon } from "~/ui/icon/iconSet";
import { Unavailable } from "~/ui/notice/Unavailable";
import { Spinner } from "~/ui/spinner/Spinner";
import { DifferenceEntry } from "./DifferenceEntry";
import styles from "./DiffPanel.module.css";

export interface DiffPanelProps {
  area: EditorAreaViewFragment;
  /** The id of the page's node in the tree. */
  node: string;
  frame: RefObject<HTMLIFrameElement | null>;
  /** Increases when the frame shows another page or has loaded the page again. */
  loadCount: number;
  /** Increases with each change event of the content. */
  changeCount: number;
}

/** The differences between the draft and the published version of the page; each can be shown in the page. */
export function DiffPanel({ area, node, frame, loadCount, changeCount }: DiffPanelProps) {
  const { formatMessage } = useIntl();
  const [step, setStep] = useState(-1);
  const { data, error, refetch } = useQuery(EditorDiffDocument, {
    variables: { site: area.site.id, locale: area.locale.code, node },
    ...upToDate,
  });
  const retry = useRetry(refetch);
  useEffect(() => {
    if (loadCount + changeCount > 0) void retry();
  }, [loadCount, changeCount, retry]);
  const differences = data?.editorDiff?.differences;

  // Marks are set in what the frame shows: the draft.
  useEffect(() => {
    const preview = frame.current?.contentWindow;
    if (!preview || !differences) return;
    const outlines = differences.map(({ kind, visibleTexts }) => ({
      kind: kind === "ADDED" ? ("ADDED" as const) : ("CHANGED" as const),
      texts: visibleTexts,
    }));
    postToPreview(preview, { type: "outlines", outlines });
    return () => postToPreview(preview, { type: "outlines", outlines: [] });
  }, [differences, frame, loadCount, changeCount]);

  const postStep = (index: number) => {
    if (frame.current?.contentWindow) postToPreview(frame.current.contentWindow, { type: "step", index });
  };
  const show = (index: number) => {
    setStep(index);
    postStep(index);
  };
  // A document that was still loading has not received the choice.
  const postAgain = useEffectEvent(() => {
    if (step >= 0) postStep(step);
  });
  useEffect(() => {
    if (loadCount > 0) postAgain();
  }, [loadCount]);

  if (error) return <Unavailable text={formatMessage({ id: "editor.diff.unavailable" })} onRetry={retry} />;
  if (!data) return <Spinner />;
  if (!differences?.length) return <p className={styles.note}>{formatMessage({ id: "editor.diff.none" })}</p>;
  return (
    <>
      <div className={styles.steps}>
        <Button
          size="small"
          variant="secondary"
          icon={<ArrowLeftIcon size={16} />}
          aria-label={formatMessage({ id: "editor.diff.previous" })}
          disabled={step <= 0}
          onClick={() => show(step - 1)}
        />
        <p role="status">
          {formatMessage(
            { id: "editor.diff.position" },
            { position: Math.max(step, 0) + 1, count: differences.length },
          )}
        </p>
        <Button
          size="small"
          variant="secondary"
          icon={<ArrowRightIcon size={16} />}
          aria-label={formatMessage({ id: "editor.diff.next" })}
          disabled={step >= differences.length - 1}
          onClick={() => show(step + 1)}
        />
      </div>
      {data.editorDiff?.isPublished === false && (
        <p className={styles.note}>{formatMessage({ id: "editor.diff.neverPublished" })}</p>
      )}
      <ol className={styles.list}>
        {differences.map((difference, index) => (
          <li key={`${difference.kind} ${difference.place.join(" ")}`}>
            <button
              type="button"
              className={styles.change}
              aria-current={index === step ? "true" : undefined}
              onClick={() => show(index)}
            >
              <DifferenceEntry difference={difference} />
            </button>
          </li>
        ))}
      </ol>
    </>
  );
}
