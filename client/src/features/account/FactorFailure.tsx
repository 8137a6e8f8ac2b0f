import type { ErrorLike } from "@apollo/client";
import { useIntl } from "react-intl";
import { hasCode } from "~/graph/errorCode";
import { useAccount } from "~/lib/account/account";
import { Button } from "~/ui/button/Button";
import styles from "./Account.module.css";
import { AccountFailure } from "./AccountFailure";

/** Seconds after a login during which the second factor may be changed. */
const recentLogin = 300;

/** Shows why a change of the second factor failed. If it requires a recent login, links to the login and back to this page. */
export function FactorFailure({ error }: { error: ErrorLike | undefined }) {
  const { formatMessage } = useIntl();
  const account = useAccount();
  const needsLogin = hasCode(error, "RECENT_LOGIN_REQUIRED");
  const logIn = async () => {
    const signIn = await account.open();
    await signIn.logIn(`${window.location.pathname}#second-factor`, recentLogin);
  };
  if (!needsLogin) return <AccountFailure error={error} />;
  return (
    <>
      <p role="alert" className={styles.text}>
        {formatMessage({ id: "account.recentLogin" })}
      </p>
      <Button variant="secondary" onClick={() => void logIn()}>
        {formatMessage({ id: "account.logInAgain" })}
      </Button>
    </>
  );
}
