import { useIntl } from "react-intl";
import { Link } from "react-router";
import { Button } from "~/ui/button/Button";
import { VisuallyHidden } from "~/ui/hidden/VisuallyHidden";
import styles from "./BatchResultList.module.css";
import { useUserTexts } from "./userTexts";

/** The result for one of several users or invitations. */
export interface BatchResult {
  key: string;
  name: string;
  /** The error code; undefined on success. */
  code: string | undefined;
  /** The undo id of a destructive change. */
  undo?: string | undefined;
  /** The page of the user, if the error is about an existing one. */
  url?: string | undefined;
}

export interface BatchResultListProps {
  progress: { done: number; total: number } | undefined;
  results: readonly BatchResult[];
  /** The message ids for the numbers of successes and failures. */
  done: "users.bulk.done" | "users.import.sent" | "users.requests.accepted" | "users.requests.denied";
  failed: "users.bulk.failed" | "users.import.notSent" | "users.requests.notAccepted" | "users.requests.notDenied";
  /** Says how many were not tried, if the administrator's limit of mails was reached. */
  limited: string | false;
  onUndo?: (result: BatchResult) => void;
}

/** The progress of several changes, and then their results. */
export function BatchResultList({ progress, results, done, failed, limited, onUndo }: BatchResultListProps) {
  const { formatMessage } = useIntl();
  const texts = useUserTexts();
  const undoable = onUndo ? results.filter(({ undo }) => undo) : [];
  const failures = results.filter(({ code }) => code !== undefined);
  return (
    <>
      {/* Only the counts: buttons in the region would be read again after each undo. */}
      <div role="status">
        {progress && (
          <p>
            <progress value={progress.done} max={progress.total} className={styles.progress} />{" "}
            {formatMessage({ id: "users.bulk.progress" }, progress)}
          </p>
        )}
        {results.length > 0 && <p>{formatMessage({ id: done }, { count: results.length - failures.length })}</p>}
        {failures.length > 0 && <p>{formatMessage({ id: failed }, { count: failures.length })}</p>}
        {limited && <p>{limited}</p>}
      </div>
      {undoable.length > 0 && (
        <ul className={styles.undoable}>
          {undoable.map((result) => (
            <li key={result.key} className={styles.result}>
              <span>{result.name}</span>
              <Button variant="secondary" size="small" onClick={() => onUndo?.(result)}>
                {formatMessage({ id: "users.undo" })}
                <VisuallyHidden>{` ${result.name}`}</VisuallyHidden>
              </Button>
            </li>
          ))}
        </ul>
      )}
      {failures.length > 0 && (
        <ul className={styles.failures}>
          {failures.map(({ key, name, code, url }) => (
            <li key={key}>
              {name}: {texts.error(code)} {url && <ProfileLink url={url} name={name} />}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Links to the page of a user. */
export function ProfileLink({ url, name }: { url: string; name: string }) {
  const { formatMessage } = useIntl();
  return (
    <Link to={url}>
      {formatMessage({ id: "users.exists.link" })}
      <VisuallyHidden>{` ${name}`}</VisuallyHidden>
    </Link>
  );
}
