import { useTransition } from "react";
import { useIntl } from "react-intl";
import { Button } from "~/ui/button/Button";
import { Unavailable } from "~/ui/notice/Unavailable";
import { Spinner } from "~/ui/spinner/Spinner";
import { StatusLabel } from "~/ui/status/StatusLabel";
import styles from "./ChangesPanel.module.css";
import { formatInstant } from "./formatInstant";
import { type EditorChange, useChangeList } from "./useChangeList";

/** The latest changes of the content and the catalogue, with their effects. */
export function ChangesPanel({ changeCount }: { changeCount: number }) {
  const { formatMessage } = useIntl();
  const { changes, cursor, hasFailed, loadNewest, loadMore } = useChangeList(changeCount);
  const [isLoading, startLoading] = useTransition();
  const unavailable = <Unavailable text={formatMessage({ id: "editor.changes.unavailable" })} onRetry={loadNewest} />;

  if (!changes) return <div className={styles.panel}>{hasFailed ? unavailable : <Spinner />}</div>;
  return (
    <div className={styles.panel}>
      {hasFailed && unavailable}
      <p className={styles.note} role="status">
        {formatMessage({ id: "editor.changes.count" }, { count: changes.length })}
      </p>
      <ol className={styles.list}>
        {changes.map((change) => (
          <ChangeItem key={change.id} change={change} />
        ))}
      </ol>
      {cursor !== null && (
        <Button
          variant="secondary"
          size="small"
          className={styles.more}
          loading={isLoading}
          onClick={() => startLoading(() => loadMore(cursor))}
        >
          {formatMessage({ id: "editor.changes.more" })}
        </Button>
      )}
    </div>
  );
}

function ChangeItem({ change }: { change: EditorChange }) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const { source, at, records, recordCount, effects } = change;
  return (
    <li className={styles.change}>
      <p className={styles.head}>
        <span className={styles.source}>{source}</span>
        <time className={styles.time} dateTime={at}>
          {formatInstant(intl, at)}
        </time>
      </p>
      {records.length === 0 ? (
        <p>{formatMessage({ id: "editor.changes.everything" })}</p>
      ) : (
        <ul className={styles.names}>
          {records.map(({ type, id }) => (
            <li key={`${type} ${id}`}>
              {type} <code>{id}</code>
            </li>
          ))}
        </ul>
      )}
      {recordCount > records.length && records.length > 0 && (
        <p className={styles.note}>
          {formatMessage({ id: "editor.changes.moreRecords" }, { count: recordCount - records.length })}
        </p>
      )}
      {effects.map(({ subscriber, invalidated, milliseconds, failed }) => (
        <div key={subscriber} className={styles.effect}>
          <p className={styles.head}>
            <span>{subscriber}</span>
            <span className={styles.time}>
              {formatMessage({ id: "editor.changes.duration" }, { milliseconds: Math.round(milliseconds) })}
            </span>
          </p>
          {failed && (
            <p>
              <StatusLabel tone="error" shape="diamond">
                {formatMessage({ id: "editor.changes.failed" })}
              </StatusLabel>
            </p>
          )}
          {invalidated.length > 0 && (
            <details>
              <summary>{formatMessage({ id: "editor.changes.invalidated" }, { count: invalidated.length })}</summary>
              <ul className={styles.names}>
                {invalidated.map((name) => (
                  <li key={name}>
                    <code>{name}</code>
                  </li>
                ))}
              </ul>
            </details>
          )}
        </div>
      ))}
    </li>
  );
}
