import { useIntl } from "react-intl";
import type { TicketStatus } from "~/graph/generated/graphql";
import styles from "./TicketStatusLabel.module.css";

/** How far a ticket is: a word, with a sign of its own for each. */
export function TicketStatusLabel({ status }: { status: TicketStatus }) {
  const { formatMessage } = useIntl();
  return (
    <span className={styles.label} data-status={status}>
      <span className={styles.sign} aria-hidden="true" />
      {formatMessage({ id: `ticket.status.${status}` })}
    </span>
  );
}
