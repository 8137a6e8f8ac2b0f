import { useIntl } from "react-intl";
import { Link } from "react-router";
import type { TicketDetailFragment } from "~/graph/generated/graphql";
import { formatLocation } from "~/ui/record/formatLocation";
import { RecordSection } from "~/ui/record/RecordSection";
import { Term, Terms } from "~/ui/record/Terms";
import styles from "./TicketFacts.module.css";

export interface TicketFactsProps {
  ticket: TicketDetailFragment;
  /** The page of the machine in the user's inventory; null for none. */
  machineUrl: string | null;
  /** The user can assign the ticket, and sees there who works on it. */
  isAssignable: boolean;
}

/** The facts of a ticket: machine, location, contact, dates. */
export function TicketFacts({ ticket, machineUrl, isAssignable }: TicketFactsProps) {
  const { formatMessage, formatDate } = useIntl();
  const { location } = ticket;
  const time = (value: string) => (
    <time dateTime={value}>{formatDate(value, { dateStyle: "medium", timeStyle: "short" })}</time>
  );
  return (
    <RecordSection title={formatMessage({ id: "ticket.details" })}>
      <Terms>
        <Term label={formatMessage({ id: "ticket.field.type" })}>
          {formatMessage({ id: `ticket.type.${ticket.type}` })}
        </Term>
        <Term label={formatMessage({ id: "ticket.field.concern" })}>
          {formatMessage({ id: `ticket.concern.${ticket.concern}` })}
        </Term>
        {ticket.standsStill !== null && (
          <Term label={formatMessage({ id: "ticket.field.standsStill" })}>
            {formatMessage({ id: `ticket.standsStill.${ticket.standsStill ? "YES" : "NO"}` })}
          </Term>
        )}
        {(ticket.machine || machineUrl) && (
          <Term label={formatMessage({ id: "form.field.machineName" })}>
            {machineUrl ? <Link to={machineUrl}>{ticket.machine || ticket.serialNumber}</Link> : ticket.machine}
          </Term>
        )}
        {ticket.serialNumber && (
          <Term label={formatMessage({ id: "form.field.serialNumber" })}>
            <span className={styles.figures}>{ticket.serialNumber}</span>
          </Term>
        )}
        <Term label={formatMessage({ id: "tickets.location" })}>{formatLocation(location)}</Term>
        <Term label={formatMessage({ id: "ticket.organization" })}>{location.organization}</Term>
        <Term label={formatMessage({ id: "tickets.contact" })}>{ticket.contact.fullName}</Term>
        {ticket.assignee && !isAssignable && (
          <Term label={formatMessage({ id: "ticket.assignee" })}>{ticket.assignee.fullName}</Term>
        )}
        <Term label={formatMessage({ id: "tickets.created" })}>{time(ticket.createdAt)}</Term>
        <Term label={formatMessage({ id: "tickets.updated" })}>{time(ticket.updatedAt)}</Term>
      </Terms>
    </RecordSection>
  );
}
