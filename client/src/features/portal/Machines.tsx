import { useIntl } from "react-intl";
import type { PortalHomeFragment } from "~/graph/generated/graphql";
import { VisuallyHidden } from "~/ui/hidden/VisuallyHidden";
import { ArrowRightIcon } from "~/ui/icon/iconSet";
import { Link } from "~/ui/link/Link";
import styles from "./Machines.module.css";

export interface MachinesProps {
  machines: NonNullable<PortalHomeFragment["machines"]>;
  /** Whether the user may create tickets. */
  canReport: boolean;
}

/** The machines of an inventory, each with a link to create a ticket about it. */
export function Machines({ machines, canReport }: MachinesProps) {
  const { formatMessage } = useIntl();
  if (machines.length === 0) return <p className={styles.none}>{formatMessage({ id: "portal.noMachines" })}</p>;
  return (
    <ul className={styles.machines}>
      {machines.map(({ id, name, serialNumber, url, newTicketUrl }) => (
        <li key={id} className={styles.machine}>
          <h3 className={styles.name}>
            <Link target={{ kind: "ROUTE", url, text: name }} />
          </h3>
          <p className={styles.number}>{formatMessage({ id: "tickets.serialNumber" }, { number: serialNumber })}</p>
          {canReport && (
            <Link className={styles.report} target={{ kind: "ROUTE", url: newTicketUrl }}>
              <span>
                {formatMessage({ id: "portal.report" })}
                <VisuallyHidden>{` ${name}, ${serialNumber}`}</VisuallyHidden>
              </span>
              <ArrowRightIcon size={16} />
            </Link>
          )}
        </li>
      ))}
    </ul>
  );
}
