import { memo, type ReactNode } from "react";
import { useIntl } from "react-intl";
import type { TicketRowFragment } from "~/graph/generated/graphql";
import { formatSince } from "~/i18n/formatSince";
import { VisuallyHidden } from "~/ui/hidden/VisuallyHidden";
import { Row, RowNote, Rows, RowTitle } from "~/ui/listing/Rows";
import { formatLocation } from "~/ui/record/formatLocation";
import styles from "./TicketRows.module.css";
import { TicketStatusLabel } from "./TicketStatusLabel";
import { useNow } from "./useNow";

export interface TicketRowsProps {
  tickets: readonly TicketRowFragment[];
  /** The heading level of the subjects. */
  headingLevel: 2 | 3;
}

/** A list of tickets: cards on narrow screens, rows on wide ones. */
export function TicketRows({ tickets, headingLevel }: TicketRowsProps) {
  const now = useNow();
  return (
    <Rows>
      {tickets.map((ticket) => (
        <TicketRow key={ticket.id} ticket={ticket} headingLevel={headingLevel} now={now} />
      ))}
    </Rows>
  );
}

interface TicketRowProps extends Pick<TicketRowsProps, "headingLevel"> {
  ticket: TicketRowFragment;
  now: number;
}

/** A row renders again only if its ticket changes: the cache returns other tickets of a list as the same objects. */
const TicketRow = memo(function TicketRow({ ticket, headingLevel, now }: TicketRowProps) {
  const intl = useIntl();
  const { formatDate, formatMessage } = intl;
  const { machine, serialNumber, location, contact, createdAt, updatedAt, replies } = ticket;
  return (
    <Row className={styles.ticket}>
      <div className={styles.subject}>
        <p className={styles.overline}>
          <span className={styles.number}>{ticket.number}</span>
          <TicketStatusLabel ticket={ticket} />
        </p>
        <RowTitle level={headingLevel} to={ticket.url}>
          {ticket.subject}
        </RowTitle>
        <RowNote>{formatMessage({ id: `ticket.type.${ticket.type}` })}</RowNote>
      </div>
      <dl className={styles.facts}>
        {(machine || serialNumber) && (
          <LabelledValue name="machine" label={formatMessage({ id: "tickets.machine" })}>
            {machine}
            {serialNumber && (
              <span className={styles.minor}>
                {formatMessage({ id: "tickets.serialNumber" }, { number: serialNumber })}
              </span>
            )}
          </LabelledValue>
        )}
        <LabelledValue name="location" label={formatMessage({ id: "tickets.location" })}>
          {formatLocation(location)}
        </LabelledValue>
        <LabelledValue name="contact" label={formatMessage({ id: "tickets.contact" })}>
          {contact.fullName}
        </LabelledValue>
        <LabelledValue name="replies" label={formatMessage({ id: "tickets.answers" })}>
          {formatMessage({ id: "tickets.replies" }, { count: replies })}
        </LabelledValue>
        <LabelledValue name="updated" label={formatMessage({ id: "tickets.updated" })} isLabelled>
          <time dateTime={updatedAt}>{formatSince(intl, updatedAt, now)}</time>
        </LabelledValue>
        <LabelledValue name="created" label={formatMessage({ id: "tickets.created" })} isLabelled>
          <time dateTime={createdAt}>{formatDate(createdAt, { dateStyle: "medium" })}</time>
        </LabelledValue>
      </dl>
    </Row>
  );
});

interface LabelledValueProps {
  name: string;
  label: string;
  /** Shows the label: the value alone is ambiguous. */
  isLabelled?: boolean;
  children: ReactNode;
}

function LabelledValue({ name, label, isLabelled = false, children }: LabelledValueProps) {
  return (
    <div className={styles.fact} data-fact={name} data-labelled={isLabelled || undefined}>
      <dt className={styles.label}>{isLabelled ? label : <VisuallyHidden>{label}</VisuallyHidden>}</dt>
      <dd>{children}</dd>
    </div>
  );
}
