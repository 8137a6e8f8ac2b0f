import type { ReactNode } from "react";
import { Head } from "~/features/frame/Head";
import { SiteFrame } from "~/features/frame/SiteFrame";
import { useBreadcrumb } from "~/features/portal/portalTitles";
import { SignInNotice, type SignInStatus } from "~/features/portal/SignInNotice";
import type { PortalBreadcrumbFragment, PortalScreenQuery } from "~/graph/generated/graphql";
import type { PageOf } from "~/routes/screenModule";

export interface PortalFrameProps {
  page: PageOf<PortalScreenQuery>;
  /** The breadcrumb of the signed-in user, if it differs from the document's, such as with the number of a ticket. */
  breadcrumb?: PortalBreadcrumbFragment["breadcrumb"] | undefined;
  /** The title of the document, if it is not the last breadcrumb entry. */
  title?: string;
  /** The state of the sign-in. */
  signIn: SignInStatus;
  /** Shown to the signed-in user; empty until then. */
  children: ReactNode;
}

/** The frame of every portal page: the site's frame, and the state of the sign-in. */
export function PortalFrame({ page, breadcrumb, title, signIn, children }: PortalFrameProps) {
  const { site, locale } = page;
  const trail = useBreadcrumb(breadcrumb ?? page.breadcrumb);
  return (
    <SiteFrame frame={page} breadcrumb={trail}>
      <Head
        siteName={site.name}
        locale={locale.code}
        page={{ title: title ?? trail.at(-1)?.title ?? site.name, alternateVersions: [], isHidden: true }}
      />
      {children && signIn.kind === "waiting" ? children : <SignInNotice status={signIn} homeUrl={site.homeUrl} />}
    </SiteFrame>
  );
}
