import { useIntl } from "react-intl";
import type { UserActivityFragment } from "~/graph/generated/graphql";
import { Button } from "~/ui/button/Button";
import { VisuallyHidden } from "~/ui/hidden/VisuallyHidden";
import { type RecordColumn, RecordLink, RecordTable } from "~/ui/listing/RecordTable";
import styles from "./AuditTable.module.css";
import { useAuditDetails } from "./useAuditDetails";
import { useUserTexts } from "./userTexts";

type Entry = UserActivityFragment["entries"][number];

export interface AuditTableProps {
  /** The name of the table. */
  label: string;
  entries: readonly Entry[];
  /** Undoes an action of the administrator, with the id of the undo and the name of the user. */
  onUndo: (id: string, name: string) => void;
}

/** The entries of the audit log: a table, and cards on a narrow screen. */
export function AuditTable({ label, entries, onUndo }: AuditTableProps) {
  const { formatMessage } = useIntl();
  const texts = useUserTexts();
  const detailsOf = useAuditDetails();
  const actionOf = ({ action, isUndo }: Entry) =>
    isUndo ? `${formatMessage({ id: "users.log.undone" })}: ${texts.loggedAction(action)}` : texts.loggedAction(action);
  const aboutOf = (entry: Entry) =>
    [...detailsOf(entry), entry.reason && formatMessage({ id: "users.access.reason" }, { reason: entry.reason })]
      .filter(Boolean)
      .join(" · ");
  const columns: RecordColumn<Entry>[] = [
    {
      id: "at",
      label: formatMessage({ id: "users.log.at" }),
      card: "end",
      width: "10.5rem",
      cell: ({ at }) => <time dateTime={at}>{texts.moment(at)}</time>,
    },
    {
      id: "user",
      label: formatMessage({ id: "users.log.user" }),
      card: "title",
      width: "22%",
      cell: ({ userName, userEmail, userUrl }) => (
        <>
          <RecordLink to={userUrl}>{userName}</RecordLink>
          {userEmail && <span className={styles.email}>{userEmail}</span>}
        </>
      ),
    },
    {
      id: "action",
      label: formatMessage({ id: "users.log.action" }),
      card: "start",
      width: "17%",
      cell: (entry) => <span title={actionOf(entry)}>{actionOf(entry)}</span>,
    },
    {
      id: "details",
      label: formatMessage({ id: "users.log.details" }),
      card: "note",
      cell: (entry) => (
        <span title={aboutOf(entry)}>
          <span className={styles.cardActor}>{`${entry.actor.fullName} · `}</span>
          {aboutOf(entry)}
        </span>
      ),
    },
    {
      id: "actor",
      label: formatMessage({ id: "users.log.actor" }),
      width: "12%",
      cell: ({ actor, actorEmail }) => <span title={actorEmail ?? undefined}>{actor.fullName}</span>,
    },
    {
      id: "undo",
      label: formatMessage({ id: "users.undo" }),
      isLabelHidden: true,
      card: "action",
      width: "6.5rem",
      cell: ({ undo, action, userName }) =>
        undo && (
          <Button variant="secondary" size="small" className={styles.undo} onClick={() => onUndo(undo.id, userName)}>
            {formatMessage({ id: "users.undo" })}
            <VisuallyHidden>{` ${texts.action(action)} ${userName}`}</VisuallyHidden>
          </Button>
        ),
    },
  ];
  return <RecordTable label={label} columns={columns} entries={entries} keyOf={({ id }) => id} />;
}
