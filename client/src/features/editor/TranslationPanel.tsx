import { useQuery } from "@apollo/client/react";
import { useEffect, useId, useRef, useState } from "react";
import { useIntl } from "react-intl";
import { Link, useLocation } from "react-router";
import {
  type EditorAreaViewFragment,
  EditorPageTranslationDocument,
  type PageTranslationViewFragment,
} from "~/graph/generated/graphql";
import { useRetry } from "~/graph/useRetry";
import { upToDate } from "~/graph/upToDate";
import { Button } from "~/ui/button/Button";
import { Unavailable } from "~/ui/notice/Unavailable";
import { Spinner } from "~/ui/spinner/Spinner";
import { withChanges } from "./areaUrl";
import { ResetDialog } from "./ResetDialog";
import styles from "./TranslationPanel.module.css";
import { TranslationStateLabel } from "./TranslationStateLabel";
import { useTranslationTexts } from "./translationTexts";
import {
  pollInterval,
  type TranslationAction,
  type TranslationActionResult,
  useTranslationAction,
} from "./useTranslationAction";

export interface TranslationPanelProps {
  area: EditorAreaViewFragment;
  /** Increases with each change event of the content. */
  changeCount: number;
}

type Target = PageTranslationViewFragment["targetLanguages"][number];

/** The translation states of the page, which can be started and reset, and the way to the worklist of all pages. */
export function TranslationPanel({ area, changeCount }: TranslationPanelProps) {
  const { formatMessage } = useIntl();
  const { search } = useLocation();
  const heading = useId();
  const [actionCount, setActionCount] = useState(0);
  const version = changeCount + actionCount;
  const onActed = () => setActionCount((count) => count + 1);
  const page = area.node?.kind === "PAGE" ? area.node.documentId : null;
  return (
    <>
      <section className={styles.part} aria-labelledby={heading}>
        <h2 id={heading} className={styles.heading}>
          {formatMessage({ id: "editor.translation.page" })}
        </h2>
        {page ? (
          <PagePart key={page} page={page} version={version} onActed={onActed} />
        ) : (
          <p className={styles.note}>{formatMessage({ id: "editor.translation.noPage" })}</p>
        )}
      </section>
      <section className={styles.part}>
        <p className={styles.note}>{formatMessage({ id: "editor.worklist.lead" })}</p>
        <Link to={withChanges(search, { editorView: "translations" })} discover="none" preventScrollReset>
          {formatMessage({ id: "editor.worklist" }, { site: area.site.name })}
        </Link>
      </section>
    </>
  );
}

interface PagePartProps {
  page: string;
  /** The section is loaded again when this number changes. */
  version: number;
  onActed: () => void;
}

function PagePart({ page, version, onActed }: PagePartProps) {
  const { formatMessage } = useIntl();
  const texts = useTranslationTexts();
  const { act, running } = useTranslationAction();
  const [lastResult, setLastResult] = useState<TranslationActionResult & { target: string | undefined }>();
  /** The languages to reset, after confirmation. */
  const [pendingReset, setPendingReset] = useState<{ target: string | undefined }>();
  const status = useRef<HTMLParagraphElement>(null);
  const { data, error, refetch, startPolling, stopPolling } = useQuery(EditorPageTranslationDocument, {
    variables: { id: page },
    ...upToDate,
    skipPollAttempt: () => document.hidden,
  });
  const retry = useRetry(refetch);
  useEffect(() => {
    if (version > 0) void retry();
  }, [version, retry]);
  const translation = data?.pageTranslation;
  const isInProgress = translation?.targetLanguages.some((target) => target.translationState === "IN_PROGRESS");
  useEffect(() => {
    if (!isInProgress) return;
    startPolling(pollInterval);
    return stopPolling;
  }, [isInProgress, startPolling, stopPolling]);
  // The clicked button may no longer exist: moves the focus to the result.
  useEffect(() => {
    if (lastResult) status.current?.focus();
  }, [lastResult]);

  if (!data) {
    if (!error) return <Spinner />;
    return <Unavailable text={formatMessage({ id: "editor.translation.unavailable" })} onRetry={retry} />;
  }
  if (!translation?.translationState)
    return <p className={styles.note}>{formatMessage({ id: "editor.translation.noTargets" })}</p>;

  const run = async (action: TranslationAction, target?: string) => {
    setLastResult(undefined);
    const [result] = await act(`${action} ${target ?? ""}`, action, {
      pages: [page],
      ...(target && { languages: [target] }),
    });
    if (result) setLastResult({ ...result, target });
    onActed();
  };
  const resettable = translation.targetLanguages.filter(({ canReset }) => canReset).map(({ language }) => language);
  return (
    <>
      <p className={styles.title}>{translation.title}</p>
      <p className={styles.state}>
        <TranslationStateLabel state={translation.translationState} />
        <span>
          {formatMessage({ id: "editor.translation.source" }, { language: texts.language(translation.sourceLanguage) })}
        </span>
      </p>
      {(translation.canStart || translation.canReset) && (
        <div className={styles.buttons}>
          {translation.canStart && (
            <Button
              size="small"
              loading={running === "START "}
              disabled={running !== undefined}
              onClick={() => void run("START")}
            >
              {formatMessage({ id: "editor.translation.startAll" })}
            </Button>
          )}
          {translation.canReset && (
            <Button
              size="small"
              variant="secondary"
              loading={running === "RESET "}
              disabled={running !== undefined}
              onClick={() => setPendingReset({ target: undefined })}
            >
              {formatMessage({ id: "editor.translation.resetAll" })}
            </Button>
          )}
        </div>
      )}
      <p ref={status} role="status" tabIndex={-1} className={styles.result} data-failed={lastResult?.code && ""}>
        {lastResult?.code && lastResult.target && `${texts.language(lastResult.target)}: `}
        {lastResult && texts.result(lastResult)}
      </p>
      <ul className={styles.list}>
        {translation.targetLanguages.map((target) => (
          <TargetItem
            key={target.id}
            target={target}
            running={running}
            failure={lastResult?.target === target.language && lastResult.code ? texts.result(lastResult) : undefined}
            onStart={() => void run("START", target.language)}
            onReset={() => setPendingReset({ target: target.language })}
          />
        ))}
      </ul>
      {pendingReset && (
        <ResetDialog
          title={
            pendingReset.target
              ? formatMessage({ id: "editor.translation.RESET.of" }, { language: texts.language(pendingReset.target) })
              : formatMessage({ id: "editor.translation.resetAll" })
          }
          lead={formatMessage(
            { id: "editor.translation.loses.languages" },
            {
              title: translation.title,
              languages: texts.languages(pendingReset.target ? [pendingReset.target] : resettable),
            },
          )}
          onClose={() => setPendingReset(undefined)}
          onConfirm={() => void run("RESET", pendingReset.target)}
        />
      )}
    </>
  );
}

interface TargetItemProps {
  target: Target;
  running: string | undefined;
  /** Why the last action was refused. */
  failure: string | undefined;
  onStart: () => void;
  onReset: () => void;
}

function TargetItem({ target, running, failure, onStart, onReset }: TargetItemProps) {
  const { formatMessage, formatDate } = useIntl();
  const texts = useTranslationTexts();
  const language = texts.language(target.language);
  // A translation in progress can be started again only if it has failed.
  const hasFailed = target.translationState === "IN_PROGRESS" && target.canStart;
  const time = (id: "editor.translation.exported" | "editor.translation.imported", at: string | null | undefined) =>
    at && (
      <p className={styles.time}>
        <time dateTime={at}>
          {formatMessage({ id }, { time: formatDate(at, { dateStyle: "medium", timeStyle: "medium" }) })}
        </time>
      </p>
    );
  const button = (action: TranslationAction) => (
    <Button
      size="small"
      variant="secondary"
      loading={running === `${action} ${target.language}`}
      disabled={running !== undefined}
      aria-label={formatMessage({ id: `editor.translation.${action}.of` }, { language })}
      onClick={action === "START" ? onStart : onReset}
    >
      {formatMessage({ id: `editor.translation.${action}` })}
    </Button>
  );
  return (
    <li className={styles.target}>
      <p className={styles.state}>
        <span className={styles.language}>{language}</span>
        <TranslationStateLabel state={hasFailed ? "FAILED" : target.translationState} />
      </p>
      {time("editor.translation.exported", target.exportedAt)}
      {time("editor.translation.imported", target.importedAt)}
      {target.problem && (
        <p className={styles.problem} lang="en">
          {target.problem}
        </p>
      )}
      {hasFailed && <p className={styles.note}>{formatMessage({ id: "editor.translation.failed" })}</p>}
      {failure && <p className={styles.problem}>{failure}</p>}
      {(target.canStart || target.canReset) && (
        <div className={styles.buttons}>
          {target.canStart && button("START")}
          {target.canReset && button("RESET")}
        </div>
      )}
    </li>
  );
}
