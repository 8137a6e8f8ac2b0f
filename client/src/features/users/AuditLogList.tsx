import { useLazyQuery } from "@apollo/client/react";
import { useState, useTransition } from "react";
import { useIntl } from "react-intl";
import { AuditLogDocument, type AuditLogEntryFragment, type AuditLogFragment } from "~/graph/generated/graphql";
import { signedIn } from "~/graph/signedIn";
import { Button } from "~/ui/button/Button";
import { VisuallyHidden } from "~/ui/hidden/VisuallyHidden";
import styles from "./AuditLogList.module.css";
import { identityOf, useAuditDetails } from "./useAuditDetails";
import { useUserTexts } from "./userTexts";

export interface AuditLogListProps {
  /** The newest entries. */
  log: AuditLogFragment;
  /** The user whose entries are shown; without it, those of the organization. */
  userId?: string;
  organizationId?: string | undefined;
  /** Undoes an action of the administrator, with the id of the undo and the name of the user. */
  onUndo: (id: string, name: string) => void;
}

/** The audit log, newest entries first. */
export function AuditLogList({ log, userId, organizationId, onUndo }: AuditLogListProps) {
  const { formatMessage } = useIntl();
  const [older, setOlder] = useState<readonly AuditLogFragment[]>([]);
  const [hasFailed, setFailed] = useState(false);
  const [isLoading, startLoading] = useTransition();
  const [loadEntries] = useLazyQuery(AuditLogDocument, { ...signedIn, fetchPolicy: "no-cache" });
  const parts = [log, ...older];
  const { hasNextPage, endCursor } = (parts.at(-1) ?? log).pageInfo;

  const showMore = () =>
    startLoading(async () => {
      setFailed(false);
      const { data } = await loadEntries({
        variables: { user: userId ?? null, organization: organizationId ?? null, after: endCursor },
      });
      if (data) setOlder([...older, data.userAdmin.auditLog]);
      else setFailed(true);
    });
  if (log.edges.length === 0) return <p className={styles.none}>{formatMessage({ id: "users.log.none" })}</p>;
  return (
    <>
      <AuditLogEntries
        entries={parts.flatMap((part) => part.edges.map(({ node }) => node))}
        withName={!userId}
        onUndo={onUndo}
      />
      {hasNextPage && (
        <Button variant="secondary" size="small" loading={isLoading} onClick={showMore}>
          {formatMessage({ id: "users.log.more" })}
        </Button>
      )}
      <p role="alert">{hasFailed && formatMessage({ id: "users.error.OTHER" })}</p>
    </>
  );
}

/** Entries of the audit log. */
function AuditLogEntries({
  entries,
  ...props
}: {
  entries: readonly AuditLogEntryFragment[];
  /** Names the user of each entry. */
  withName: boolean;
  onUndo: AuditLogListProps["onUndo"];
}) {
  return (
    <ol className={styles.entries}>
      {entries.map((entry) => (
        <AuditLogItem key={entry.id} entry={entry} {...props} />
      ))}
    </ol>
  );
}

function AuditLogItem({
  entry,
  withName,
  onUndo,
}: {
  entry: AuditLogEntryFragment;
  withName: boolean;
  onUndo: AuditLogListProps["onUndo"];
}) {
  const { formatMessage } = useIntl();
  const texts = useUserTexts();
  const about = useAuditDetails()(entry);
  const identity = identityOf(entry.userName, entry.userEmail, entry.userId);
  // Names the action, since a sentence such as "is an administrator now" would state the opposite.
  const undone =
    entry.isUndo &&
    `${formatMessage({ id: "users.log.undone" })}: ${texts.loggedAction(entry.action)}${withName ? ` · ${identity}` : ""}`;
  const { undo } = entry;
  return (
    <li className={styles.entry}>
      <p className={styles.action}>
        {undone || (withName ? texts.done(entry.action, identity) : texts.loggedAction(entry.action))}
      </p>
      {about.length > 0 && <p>{about.join(" · ")}</p>}
      {entry.reason && <p>{formatMessage({ id: "users.access.reason" }, { reason: entry.reason })}</p>}
      <p className={styles.time}>
        <time dateTime={entry.at}>
          {formatMessage(
            { id: "users.log.by" },
            {
              date: texts.moment(entry.at),
              name: identityOf(entry.actor.fullName, entry.actorEmail, entry.actor.id),
            },
          )}
        </time>
      </p>
      {undo && (
        <p>
          <Button variant="secondary" size="small" onClick={() => onUndo(undo.id, entry.userName)}>
            {formatMessage({ id: "users.undo" })}
            <VisuallyHidden>{` ${texts.action(entry.action)} ${entry.userName}`}</VisuallyHidden>
          </Button>
        </p>
      )}
    </li>
  );
}
