import { useIntl } from "react-intl";
import type { PortalHomeFragment } from "~/graph/generated/graphql";
import { Link } from "~/ui/link/Link";
import styles from "./DueMachines.module.css";

/** The machines that need something: a service contract or newer software (MACH-15). */
export function DueMachines({ machines }: { machines: NonNullable<PortalHomeFragment["dueMachines"]> }) {
  const { formatMessage, formatDate } = useIntl();
  return (
    <ul className={styles.machines}>
      {machines.map(({ id, name, serialNumber, url, needs, serviceContract }) => {
        const date =
          serviceContract.until && formatDate(serviceContract.until, { dateStyle: "medium", timeZone: "UTC" });
        return (
          <li key={id} className={styles.machine}>
            <Link target={{ kind: "ROUTE", url }}>{`${name}, ${serialNumber}`}</Link>
            <span className={styles.needs}>
              {needs.map((need) => formatMessage({ id: `portal.due.${need}` }, { date })).join(" · ")}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
