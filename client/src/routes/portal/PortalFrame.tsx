import type { ReactNode } from "react";
import { Head } from "~/features/frame/Head";
import { SiteFrame } from "~/features/frame/SiteFrame";
import { useBreadcrumb } from "~/features/portal/portalTitles";
import { SignInNotice, type SignInStatus } from "~/features/portal/SignInNotice";
import type { PortalBreadcrumbFragment, PortalScreenQuery } from "~/graph/generated/graphql";
import type { ResolutionOf } from "~/routes/screenModule";

export interface PortalFrameProps {
  resolution: ResolutionOf<PortalScreenQuery>;
  /** The breadcrumb of the signed-in user, if it differs from the document's, such as with the number of a ticket. */
  breadcrumb?: PortalBreadcrumbFragment["breadcrumb"] | undefined;
  /** The title of the document, if it is not the last breadcrumb entry. */
  title?: string;
  /** The state of the sign-in; undefined if the page can be shown. */
  signIn?: SignInStatus | undefined;
  /** Shown to the signed-in user; empty until then. */
  children: ReactNode;
}

/** The frame of every portal page: the site's frame, and the state of the sign-in. */
export function PortalFrame({ resolution, breadcrumb, title, signIn, children }: PortalFrameProps) {
  const { site, locale } = resolution;
  const trail = useBreadcrumb(breadcrumb ?? resolution.breadcrumb);
  return (
    <SiteFrame frame={resolution} breadcrumb={trail}>
      <Head
        siteName={site.name}
        locale={locale.openGraphCode}
        page={{ title: title ?? trail.at(-1)?.title ?? site.name, alternateVersions: [], isHidden: true }}
      />
      {signIn ? <SignInNotice status={signIn} homeUrl={site.homeUrl} /> : children}
    </SiteFrame>
  );
}
