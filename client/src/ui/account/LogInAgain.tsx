import { useIntl } from "react-intl";
import { useAccount } from "~/lib/account/account";
import { Button } from "~/ui/button/Button";

/** Seconds after a login during which a second factor may be changed. */
const recentLogin = 300;

/** Leads to a new login, and back to the page, for an action that requires a recent one. */
export function LogInAgain({ hash = "" }: { hash?: string }) {
  const { formatMessage } = useIntl();
  const account = useAccount();
  const logIn = async () => {
    const signIn = await account.open();
    await signIn.logIn(`${window.location.pathname}${hash}`, recentLogin);
  };
  return (
    <Button variant="secondary" size="small" onClick={() => void logIn()}>
      {formatMessage({ id: "account.logInAgain" })}
    </Button>
  );
}
