import { useIntl } from "react-intl";
import { useLocation } from "react-router";
import type { TicketOrder, TicketRowFragment } from "~/graph/generated/graphql";
import { formatSince } from "~/i18n/formatSince";
import { type RecordColumn, RecordLink, RecordTable, type RecordTableProps } from "~/ui/listing/RecordTable";
import { VisuallyHidden } from "~/ui/hidden/VisuallyHidden";
import { formatLocation } from "~/ui/record/formatLocation";
import styles from "./TicketRows.module.css";
import { TicketStatusLabel } from "./TicketStatusLabel";
import { useNow } from "./useNow";

export interface TicketRowsProps {
  tickets: readonly TicketRowFragment[];
  /** The name of the table. */
  label: string;
  /** The order of a list that can be sorted. */
  order?: TicketOrder;
  /** Shows who works on each ticket. */
  withAssignee?: boolean;
  /** As in `RecordTable`. */
  choice?: RecordTableProps<TicketRowFragment>["choice"];
}

/** A list of tickets: a table, and cards on a narrow screen. */
export function TicketRows({ tickets, label, order, withAssignee = false, ...table }: TicketRowsProps) {
  const intl = useIntl();
  const { formatDate, formatMessage } = intl;
  const { search } = useLocation();
  const now = useNow();
  const sortBy = (by: TicketOrder) => {
    if (!order) return undefined;
    const query = new URLSearchParams(search);
    ["after", "before"].forEach((name) => query.delete(name));
    query.set("sort", by);
    const direction = by === "SUBJECT" ? "ascending" : "descending";
    return { url: `?${query}`, direction: by === order ? direction : undefined } as const;
  };
  const columns: RecordColumn<TicketRowFragment>[] = [
    {
      id: "number",
      label: formatMessage({ id: "tickets.number" }),
      width: "6rem",
      cell: (ticket) => <span className={styles.number}>{ticket.number}</span>,
    },
    {
      id: "subject",
      label: formatMessage({ id: "tickets.subject" }),
      card: "title",
      sort: sortBy("SUBJECT"),
      cell: (ticket) => (
        <>
          {ticket.isUnread && (
            <span className={styles.unread} title={formatMessage({ id: "ticket.unread" })}>
              <VisuallyHidden>{`${formatMessage({ id: "ticket.unread" })}: `}</VisuallyHidden>
            </span>
          )}
          <RecordLink to={ticket.url}>{ticket.subject}</RecordLink>
          {ticket.replies > 0 && (
            <span className={styles.replies}>
              <span aria-hidden="true">{ticket.replies}</span>
              <VisuallyHidden>
                {` ${formatMessage({ id: "tickets.replies" }, { count: ticket.replies })}`}
              </VisuallyHidden>
            </span>
          )}
        </>
      ),
    },
    {
      id: "status",
      label: formatMessage({ id: "tickets.status" }),
      card: "start",
      width: "13rem",
      cell: (ticket) => <TicketStatusLabel ticket={ticket} />,
    },
    {
      id: "type",
      label: formatMessage({ id: "tickets.type" }),
      isMinor: true,
      width: "9rem",
      cell: ({ type }) => formatMessage({ id: `ticket.type.${type}` }),
    },
    ...(withAssignee
      ? [
          {
            id: "assignee",
            label: formatMessage({ id: "ticket.assignee" }),
            isMinor: true,
            width: "9rem",
            cell: ({ assignee }: TicketRowFragment) => assignee?.fullName,
          },
        ]
      : []),
    {
      id: "machine",
      label: formatMessage({ id: "tickets.machine" }),
      card: "note",
      width: "8rem",
      cell: ({ machine, serialNumber, number }) => {
        const name = machine || serialNumber;
        return (
          <span title={serialNumber}>
            <span className={styles.cardNumber}>{name ? `${number} · ` : number}</span>
            {name}
          </span>
        );
      },
    },
    {
      id: "location",
      label: formatMessage({ id: "tickets.location" }),
      width: "10.5rem",
      cell: ({ location }) => formatLocation(location),
    },
    {
      id: "updated",
      label: formatMessage({ id: "tickets.updated" }),
      card: "end",
      width: "8.5rem",
      sort: sortBy("UPDATED"),
      cell: ({ updatedAt, createdAt }) => (
        <time
          dateTime={updatedAt}
          title={`${formatMessage({ id: "tickets.created" })}: ${formatDate(createdAt, { dateStyle: "medium" })}`}
        >
          {formatSince(intl, updatedAt, now)}
        </time>
      ),
    },
  ];
  return <RecordTable label={label} columns={columns} entries={tickets} keyOf={({ id }) => id} {...table} />;
}
