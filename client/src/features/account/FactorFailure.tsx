import type { ErrorLike } from "@apollo/client";
import { useIntl } from "react-intl";
import { hasCode } from "~/graph/errorCode";
import { LogInAgain } from "~/ui/account/LogInAgain";
import styles from "./Account.module.css";
import { AccountFailure } from "./AccountFailure";

/**
 * Shows why a change of the second factor failed. If it requires a recent login, links to the login and back to this
 * page.
 */
export function FactorFailure({ error }: { error: ErrorLike | undefined }) {
  const { formatMessage } = useIntl();
  if (!hasCode(error, "RECENT_LOGIN_REQUIRED")) return <AccountFailure error={error} />;
  return (
    <>
      <p role="alert" className={styles.text}>
        {formatMessage({ id: "account.recentLogin" })}
      </p>
      <LogInAgain hash="#second-factor" />
    </>
  );
}
