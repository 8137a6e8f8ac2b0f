import { useEffect, useState } from "react";
import { useIntl } from "react-intl";
import { rememberSignIn, useAccount } from "~/lib/account/account";
import { SignInNotice, type SignInStatus } from "~/features/portal/SignInNotice";

/**
 * The redirect page of the identity server. After a successful login it navigates to the address that required it
 * (URL-35).
 */
export function Callback() {
  const { formatMessage } = useIntl();
  const account = useAccount();
  const [status, setStatus] = useState<SignInStatus>({ kind: "waiting" });
  useEffect(() => {
    const loginUrl = window.location.pathname.replace(/callback$/i, "mykomax");
    const refuse = (detail: string) => setStatus({ kind: "loginRefused", detail, loginUrl });
    account
      .open()
      .then(async (signIn) => {
        const result = await signIn.finish(new URLSearchParams(window.location.search));
        if ("error" in result) return refuse(result.error);
        // Public pages for signed-in users only must recognize the user as well.
        rememberSignIn();
        window.location.replace(result.goTo);
      })
      .catch((error: unknown) => {
        console.error("Signing in failed.", error);
        refuse(error instanceof Error ? error.message : String(error));
      });
  }, [account]);
  return (
    <main>
      <title>{formatMessage({ id: "portal.title" })}</title>
      <SignInNotice status={status} homeUrl="/" />
    </main>
  );
}
