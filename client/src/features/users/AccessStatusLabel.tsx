import { useIntl } from "react-intl";
import type { AccessStatus } from "~/graph/generated/graphql";
import styles from "./AccessStatusLabel.module.css";

/** The status of an access or of a user: a word, with a sign of its own for each. */
export function AccessStatusLabel({ status }: { status: AccessStatus }) {
  const { formatMessage } = useIntl();
  return (
    <span className={styles.label} data-status={status}>
      <span className={styles.sign} aria-hidden="true" />
      {formatMessage({ id: `users.status.${status}` })}
    </span>
  );
}
