import { useIntl } from "react-intl";
import styles from "./BatchOutcome.module.css";
import { useUserTexts } from "./texts";

/** What became of one of several users or invitations. */
export interface BatchResult {
  key: string;
  name: string;
  /** Why it failed; undefined where it did not. */
  code: string | undefined;
}

export interface BatchOutcomeProps {
  progress: { done: number; total: number } | undefined;
  results: readonly BatchResult[];
  /** The texts that count what was done, and what failed. */
  done: "users.bulk.done" | "users.import.sent";
  failed: "users.bulk.failed" | "users.import.notSent";
}

/** How far several changes are, and then how many were made and which failed. */
export function BatchOutcome({ progress, results, done, failed }: BatchOutcomeProps) {
  const { formatMessage } = useIntl();
  const texts = useUserTexts();
  const failures = results.filter(({ code }) => code !== undefined);
  return (
    <>
      {progress && (
        <p>
          <progress value={progress.done} max={progress.total} className={styles.progress} />{" "}
          {formatMessage({ id: "users.bulk.progress" }, progress)}
        </p>
      )}
      {results.length > 0 && <p>{formatMessage({ id: done }, { count: results.length - failures.length })}</p>}
      {failures.length > 0 && (
        <>
          <p>{formatMessage({ id: failed }, { count: failures.length })}</p>
          <ul className={styles.failures}>
            {failures.map(({ key, name, code }) => (
              <li key={key}>
                {name}: {texts.error(code)}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
