import { type ReactNode, useId } from "react";
import { useIntl } from "react-intl";
import type { TicketDetailFragment } from "~/graph/generated/graphql";
import { placeName } from "./placeName";
import styles from "./TicketFacts.module.css";

/** What a ticket is about, and whose it is. */
export function TicketFacts({ ticket }: { ticket: TicketDetailFragment }) {
  const { formatMessage, formatDate } = useIntl();
  const title = useId();
  const { location } = ticket;
  const time = (value: string) => (
    <time dateTime={value}>{formatDate(value, { dateStyle: "medium", timeStyle: "short" })}</time>
  );
  return (
    <section aria-labelledby={title}>
      <h2 className={styles.heading} id={title}>
        {formatMessage({ id: "ticket.details" })}
      </h2>
      <dl className={styles.facts}>
        <Fact label={formatMessage({ id: "ticket.field.type" })}>
          {formatMessage({ id: `ticket.type.${ticket.type}` })}
        </Fact>
        <Fact label={formatMessage({ id: "ticket.field.concern" })}>
          {formatMessage({ id: `ticket.concern.${ticket.concern}` })}
        </Fact>
        {ticket.machine && <Fact label={formatMessage({ id: "form.field.machineName" })}>{ticket.machine}</Fact>}
        {ticket.serialNumber && (
          <Fact label={formatMessage({ id: "form.field.serialNumber" })}>
            <span className={styles.figures}>{ticket.serialNumber}</span>
          </Fact>
        )}
        <Fact label={formatMessage({ id: "tickets.location" })}>{placeName(location)}</Fact>
        <Fact label={formatMessage({ id: "ticket.organization" })}>{location.organization}</Fact>
        <Fact label={formatMessage({ id: "tickets.contact" })}>{ticket.contact.fullName}</Fact>
        <Fact label={formatMessage({ id: "tickets.created" })}>{time(ticket.createdAt)}</Fact>
        <Fact label={formatMessage({ id: "tickets.updated" })}>{time(ticket.updatedAt)}</Fact>
      </dl>
    </section>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
