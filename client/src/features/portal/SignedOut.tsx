import { useEffect, useState } from "react";
import { useAccount } from "~/lib/account";
import { type Way, SigningIn } from "./SigningIn";

/** Signs out and redirects to the home page (`/mykomax/logout`). */
export function SignedOut({ homeUrl }: { homeUrl: string }) {
  const account = useAccount();
  const [way, setWay] = useState<Way>({ kind: "waiting" });
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
        setWay({ kind: "failed", retry: () => window.location.reload() });
      });
  }, [account, homeUrl]);
  return <SigningIn way={way} homeUrl={homeUrl} />;
}
