import { useEffect, useState } from "react";
import { useIntl } from "react-intl";
import { useAccount } from "~/lib/account/account";
import { takeLogoutNotice } from "~/signin/logout";
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
  const [status, setStatus] = useState<SignInStatus>({ kind: "waiting", text: "portal.signingOut" });
  useEffect(() => {
    account
      .open()
      .then(async (signIn) => {
        // Finds out whether there is anything to end. If the provider cannot be reached, there may still be a session.
        await signIn.check();
        if (await signIn.logOut(homeUrl)) return;
        // This page says so itself.
        takeLogoutNotice();
        setLocal(true);
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
        flash={{ type: "error", static: true, text: formatMessage({ id: "portal.loggedOut.sessionOpen" }) }}
      />
      <p className={styles.actions}>
        <ButtonLink variant="secondary" target={{ kind: "ROUTE", url: homeUrl }}>
          {formatMessage({ id: "error.home" })}
        </ButtonLink>
      </p>
    </div>
  );
}
