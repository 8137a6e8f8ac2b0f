import { useEffect, useState } from "react";
import { useAccount } from "~/lib/account";
import { type SignInStatus, SignInNotice } from "./SignInNotice";

/** Signs out and redirects to the home page (`/mykomax/logout`). */
export function SignOut({ homeUrl }: { homeUrl: string }) {
  const account = useAccount();
  const [status, setStatus] = useState<SignInStatus>({ kind: "waiting" });
  useEffect(() => {
    account
      .open()
      .then(async (signIn) => {
        const { kind } = await signIn.check();
        // If the sign-in state is unknown, there may still be tokens and a session: continues with the logout.
        if (kind === "anonymous") window.location.replace(homeUrl);
        else await signIn.logOut(homeUrl);
      })
      .catch((error: unknown) => {
        console.error("Signing out failed.", error);
        setStatus({ kind: "failed", retry: () => window.location.reload() });
      });
  }, [account, homeUrl]);
  return <SignInNotice status={status} homeUrl={homeUrl} />;
}
