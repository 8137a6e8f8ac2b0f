import { useEffect, useState } from "react";
import { useIntl } from "react-intl";
import { useAccount } from "~/lib/account";
import { ButtonLink } from "~/ui/button/Button";
import { FlashMessage } from "~/ui/flash/FlashMessage";
import { type SignInStatus, SignInNotice } from "./SignInNotice";
import styles from "./SignInNotice.module.css";

/**
 * Signs out and redirects to the home page (`/mykomax/logout`). If the provider's session could not be ended, the page
 * says so.
 */
export function SignOut({ homeUrl }: { homeUrl: string }) {
  const account = useAccount();
  const { formatMessage } = useIntl();
  const [isLocal, setLocal] = useState(false);
  const [status, setStatus] = useState<SignInStatus>({ kind: "waiting" });
  useEffect(() => {
    account
      .open()
      .then(async (signIn) => {
        const { kind } = await signIn.check();
        // If the sign-in state is unknown, there may still be tokens and a session: continues with the logout.
        if (kind === "anonymous") window.location.replace(homeUrl);
        else if (!(await signIn.logOut(homeUrl))) setLocal(true);
      })
      .catch((error: unknown) => {
        console.error("Signing out failed.", error);
        setStatus({ kind: "failed", retry: () => window.location.reload() });
      });
  }, [account, homeUrl]);
  if (!isLocal) return <SignInNotice status={status} homeUrl={homeUrl} />;
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{formatMessage({ id: "portal.loggedOut" })}</h1>
      <FlashMessage
        flash={{ type: "info", static: true, text: formatMessage({ id: "portal.loggedOut.sessionOpen" }) }}
      />
      <p className={styles.actions}>
        <ButtonLink variant="secondary" target={{ kind: "ROUTE", url: homeUrl }}>
          {formatMessage({ id: "error.home" })}
        </ButtonLink>
      </p>
    </div>
  );
}
