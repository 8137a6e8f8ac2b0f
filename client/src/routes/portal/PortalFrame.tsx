import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import { Head } from "~/features/frame/Head";
import { SiteFrame } from "~/features/frame/SiteFrame";
import { SigningIn, type Way } from "~/features/portal/SigningIn";
import type { PortalScreenQuery } from "~/graph/generated/graphql";
import type { PageOf } from "~/routes/screen";
import type { BreadcrumbEntry } from "~/ui/breadcrumb/Breadcrumb";

export interface PortalFrameProps {
  page: PageOf<PortalScreenQuery>;
  /** The page's own; missing for the portal's first. */
  title?: string;
  /** The entry between the portal and the page in the breadcrumb. */
  above?: BreadcrumbEntry | undefined;
  /** The whole breadcrumb, where it does not lead through the portal. */
  trail?: readonly BreadcrumbEntry[];
  /** How far the sign-in is. */
  way: Way;
  /** Shown to the signed-in user; nothing until then. */
  children: ReactNode;
}

/** The frame of every page of the portal: the site's frame, and the state of the sign-in. */
export function PortalFrame({ page, title, above, trail, way, children }: PortalFrameProps) {
  const { formatMessage } = useIntl();
  const { site, locale, breadcrumb } = page;
  const portal = { title: formatMessage({ id: "portal.title" }), url: title ? site.portalUrl : null };
  const throughPortal = [...breadcrumb, portal, ...(above ? [above] : []), ...(title ? [{ title, url: null }] : [])];
  return (
    <SiteFrame frame={page} breadcrumb={trail ?? throughPortal}>
      <Head
        siteName={site.name}
        locale={locale.code}
        page={{ title: title ?? portal.title, alternateVersions: [], isHidden: true }}
      />
      {children && way.kind === "waiting" ? children : <SigningIn way={way} homeUrl={site.homeUrl} />}
    </SiteFrame>
  );
}
