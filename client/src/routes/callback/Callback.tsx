import { type ReactNode, useEffect, useState } from "react";
import { useIntl } from "react-intl";
import type { Frame } from "~/features/frame/lastFrame";
import { SiteFrame } from "~/features/frame/SiteFrame";
import { SignInNotice, type SignInStatus } from "~/features/portal/SignInNotice";
import { loadRouteQueries } from "~/graph/onDemand";
import { type Account, rememberSignIn, useAccount } from "~/lib/account/account";
import { documentLocale } from "~/lib/document/documentLocale";
import { Panels } from "../Panels";
import { resolutionOf, withSite } from "../screenModule";

/** Milliseconds that an error waits for its frame. */
const frameTimeout = 3_000;

/**
 * The redirect page of the identity server. After a successful login it navigates to the address that required it
 * (URL-35). An error is shown in the frame of the website, which only it needs.
 */
export function Callback() {
  const { formatMessage } = useIntl();
  const account = useAccount();
  const [status, setStatus] = useState<SignInStatus>({ kind: "waiting" });
  const [frame, setFrame] = useState<Frame>();
  useEffect(() => {
    const loginUrl = window.location.pathname.replace(/callback$/i, "mykomax");
    const refuse = async (detail: string) => {
      const tooLate = new Promise<undefined>((resolve) => setTimeout(resolve, frameTimeout));
      setFrame(await Promise.race([loadFrame(account), tooLate]));
      setStatus({ kind: "loginRefused", detail, loginUrl });
    };
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
        return refuse(error instanceof Error ? error.message : String(error));
      });
  }, [account]);
  return (
    <PossiblyFramed frame={frame}>
      <title>{formatMessage({ id: "portal.title" })}</title>
      <SignInNotice status={status} homeUrl={frame?.site.homeUrl ?? "/"} />
    </PossiblyFramed>
  );
}

/** The frame of a page, if it is known: the error is shown in any case. */
function PossiblyFramed({ frame, children }: { frame: Frame | undefined; children: ReactNode }) {
  if (!frame) return <main>{children}</main>;
  return (
    <Panels>
      <SiteFrame frame={frame} breadcrumb={[]}>
        {children}
      </SiteFrame>
    </Panels>
  );
}

/** Loads the frame of the portal of this website in the language of the document; undefined if it is unavailable. */
async function loadFrame(account: Account): Promise<Frame | undefined> {
  try {
    const { askScreen } = await loadRouteQueries();
    const url = `${window.location.origin}/${documentLocale().toLowerCase()}/mykomax`;
    const data = await askScreen(account, "PortalScreen", url);
    const resolution = resolutionOf(data);
    if (!data.site || !resolution || !("site" in resolution)) return undefined;
    const framed = withSite(resolution, data.site);
    // The side buttons would cover the error on a phone.
    return { ...framed, site: { ...framed.site, hideSideButtons: true }, theme: framed.site.theme };
  } catch (error) {
    console.warn("The frame of the page is unavailable.", error);
    return undefined;
  }
}
