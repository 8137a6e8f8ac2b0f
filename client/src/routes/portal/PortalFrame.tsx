import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import { Head } from "~/features/frame/Head";
import { SiteFrame } from "~/features/frame/SiteFrame";
import { SigningIn, type Way } from "~/features/portal/SigningIn";
import type { FrameFragment } from "~/graph/generated/graphql";
import type { BreadcrumbEntry } from "~/ui/breadcrumb/Breadcrumb";

export interface PortalFrameProps {
  resolution: FrameFragment;
  /** The page's own; missing for the portal's first. */
  title?: string;
  /** What stands between the portal and the page on the way from the home page. */
  above?: BreadcrumbEntry | undefined;
  /** The whole way from the home page, where it does not lead through the portal. */
  trail?: readonly BreadcrumbEntry[];
  /** How far somebody is who is not shown the page yet. */
  way: Way;
  /** What is shown to whoever is signed in; nothing until then. */
  children: ReactNode;
}

/** What stands around every page of the portal: the site's frame, and the way to sign in. */
export function PortalFrame({ resolution, title, above, trail, way, children }: PortalFrameProps) {
  const { formatMessage } = useIntl();
  const { site, locale, breadcrumb, localeVersions, theme } = resolution;
  const portal = { title: formatMessage({ id: "portal.title" }), url: title ? site.portalUrl : null };
  const throughPortal = [...breadcrumb, portal, ...(above ? [above] : []), ...(title ? [{ title, url: null }] : [])];
  return (
    <SiteFrame site={site} locale={locale} breadcrumb={trail ?? throughPortal} versions={localeVersions} theme={theme}>
      <Head
        siteName={site.name}
        locale={locale.code}
        page={{ title: title ?? portal.title, alternateVersions: [], isHidden: true }}
      />
      {children && way.kind !== "refused" && way.kind !== "failed" ? (
        children
      ) : (
        <SigningIn way={way} homeUrl={site.homeUrl} />
      )}
    </SiteFrame>
  );
}
