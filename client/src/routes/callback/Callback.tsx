import { useEffect, useState } from "react";
import { useIntl } from "react-intl";
import { useAccount } from "~/lib/account";
import { SigningIn, type Way } from "~/features/portal/SigningIn";

/** Where the identity server leads back to (spec §2, /callback): on success on to where somebody wanted to go. */
export function Callback() {
  const { formatMessage } = useIntl();
  const account = useAccount();
  const [way, setWay] = useState<Way>({ kind: "waiting" });
  useEffect(() => {
    const failed = (detail: string) =>
      setWay({ kind: "refused", detail, retry: () => window.location.assign("/mykomax") });
    account
      .open()
      .then(async (signIn) => {
        const outcome = await signIn.finish(new URLSearchParams(window.location.search));
        if ("goTo" in outcome) window.location.replace(outcome.goTo);
        else failed(outcome.error);
      })
      .catch((error: unknown) => {
        console.error("Signing in failed.", error);
        failed(error instanceof Error ? error.message : String(error));
      });
  }, [account]);
  return (
    <main>
      <title>{formatMessage({ id: "portal.title" })}</title>
      <SigningIn way={way} homeUrl="/" />
    </main>
  );
}
