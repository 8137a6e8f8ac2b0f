import { type ReactNode, Suspense } from "react";
import { useIntl } from "react-intl";
import { useLocation } from "react-router";
import type { Frame } from "../lastFrame";
import { LocaleMenu } from "../LocaleMenu";
import { SkipLink } from "../SkipLink";
import { TestingBadge } from "../TestingBadge";
import { useFrame } from "../useFrame";
import { UserMenu } from "../UserMenu";
import { Wordmark } from "../Wordmark";
import { RequestUrlProvider } from "~/lib/url/requestUrl";
import { Breadcrumb, type BreadcrumbEntry } from "~/ui/breadcrumb/Breadcrumb";
import { ArrowLeftIcon } from "~/ui/icon/iconSet";
import { Link } from "~/ui/link/Link";
import { PartialNotice } from "~/ui/notice/PartialNotice";
import { CommandButton } from "./CommandButton";
import { PortalFooter } from "./PortalFooter";
import { pathOf, PortalNavigation } from "./PortalNavigation";
import styles from "./PortalShell.module.css";

export interface PortalShellProps {
  frame: Frame;
  breadcrumb: readonly BreadcrumbEntry[];
  children: ReactNode;
}

/**
 * The frame of every page of the portal: a rail with its main pages, which is a bar at the bottom of a phone, and a
 * footer of one line.
 */
export function PortalShell({ frame, breadcrumb, children }: PortalShellProps) {
  const { formatMessage } = useIntl();
  const { site, locale, localeVersions, theme } = frame;
  const { pathname } = useLocation();
  const isMainPage = site.portalNavigation.some(({ url }) => pathOf(url) === pathname.toLowerCase());
  useFrame(frame);
  return (
    <RequestUrlProvider value={site.parts.includes("REQUESTS") ? site.requestUrl : undefined}>
      <div className={styles.shell}>
        <SkipLink />
        <header className={styles.rail}>
          <Link className={styles.brand} target={{ kind: "ROUTE", url: site.portalUrl }}>
            <Wordmark site={site} />
          </Link>
          <Suspense>
            <CommandButton site={site} />
          </Suspense>
          <PortalNavigation items={site.portalNavigation} />
          <Suspense>
            <div className={styles.tools}>
              <UserMenu site={site} />
              <LocaleMenu languages={site.languages} locale={locale} versions={localeVersions} />
            </div>
          </Suspense>
          <Link className={styles.website} target={{ kind: "ROUTE", url: site.homeUrl }}>
            <ArrowLeftIcon size={16} />
            {formatMessage({ id: "portal.toWebsite" })}
          </Link>
        </header>
        <div className={styles.room}>
          {/* The rail of a wide screen shows which main page it is. */}
          <div className={styles.trail} data-main={isMainPage || undefined}>
            <Breadcrumb entries={breadcrumb} />
          </div>
          <PartialNotice />
          <main id="content" tabIndex={-1} className={styles.content}>
            <Suspense>{children}</Suspense>
          </main>
          <PortalFooter navigation={site.footerNavigation} />
        </div>
        <TestingBadge facts={{ site: site.id, locale: locale.code, theme }} />
      </div>
    </RequestUrlProvider>
  );
}
