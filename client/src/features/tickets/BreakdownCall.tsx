import { useIntl } from "react-intl";
import type { TicketForUserFragment } from "~/graph/generated/graphql";
import { PhoneIcon } from "~/ui/icon/iconSet";
import styles from "./BreakdownCall.module.css";

/** The telephone number of the office that helps when a machine is down (TICK-32). */
export function BreakdownCall({ office: { name, phone } }: { office: NonNullable<TicketForUserFragment["office"]> }) {
  const { formatMessage } = useIntl();
  if (!phone) return null;
  return (
    <p className={styles.call}>
      {formatMessage({ id: "ticket.breakdown.call" }, { office: name })}
      <a className={styles.phone} href={`tel:${phone.replace(/[^+\d]/g, "")}`}>
        <PhoneIcon />
        {phone}
      </a>
    </p>
  );
}
