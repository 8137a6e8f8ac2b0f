import { useIntl } from "react-intl";
import { ButtonLink } from "~/ui/button/Button";
import styles from "./MissingTicket.module.css";

/** Says that there is no such ticket, or that it is not one to be seen: which of both is nobody's to know. */
export function MissingTicket({ ticketsUrl }: { ticketsUrl: string }) {
  const { formatMessage } = useIntl();
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{formatMessage({ id: "ticket.missing.title" })}</h1>
      <p className={styles.text}>{formatMessage({ id: "ticket.missing.text" })}</p>
      <ButtonLink target={{ kind: "ROUTE", url: ticketsUrl }}>{formatMessage({ id: "tickets.all" })}</ButtonLink>
    </div>
  );
}
