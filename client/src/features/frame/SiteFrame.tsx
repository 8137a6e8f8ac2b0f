import { type ReactNode, Suspense } from "react";
import { Breadcrumb, type BreadcrumbEntry } from "~/ui/breadcrumb/Breadcrumb";
import { PrivacyUrlProvider } from "~/lib/url/privacyUrl";
import { RequestUrlProvider } from "~/lib/url/requestUrl";
import { PartialNotice } from "~/ui/notice/PartialNotice";
import { CookieNotice } from "./CookieNotice";
import { Footer, footerTheme } from "./Footer";
import type { Frame } from "./lastFrame";
import { Header } from "./Header";
import type { LocaleMenuProps } from "./LocaleMenu";
import { LogoutNotice, useLogoutNotice } from "./LogoutNotice";
import { SideButtons } from "./SideButtons";
import styles from "./SiteFrame.module.css";
import { SkipLink } from "./SkipLink";
import { TestingBadge } from "./TestingBadge";
import { useFrame } from "./useFrame";

export interface SiteFrameProps {
  frame: Frame;
  /** Replaces the breadcrumb of the frame. */
  breadcrumb?: readonly BreadcrumbEntry[] | undefined;
  header?: { theme?: string | null; hidden: boolean };
  /** The versions of the page in the languages that it is written in, for the language menu. */
  alternates?: LocaleMenuProps["alternates"];
  /** The language of the content if it differs from the language of the frame. */
  contentLanguage?: string | undefined;
  /** The URL of a request on this page, with its product; the site's by default. */
  requestUrl?: string | undefined;
  /** Rendered between the breadcrumb and the content. */
  banner?: ReactNode;
  children: ReactNode;
}

/**
 * The frame of every screen of a site: header, breadcrumb, footer. Nothing in it suspends: React hydrates `Suspense`
 * boundaries one by one, so that none of them blocks input for long.
 */
export function SiteFrame({
  frame,
  breadcrumb,
  header,
  alternates,
  contentLanguage,
  requestUrl,
  banner,
  children,
}: SiteFrameProps) {
  const { site, locale, localeVersions, theme } = frame;
  const [isLoggedOut, hideLogout] = useLogoutNotice();
  useFrame(frame);

  return (
    <RequestUrlProvider value={site.parts.includes("REQUESTS") ? (requestUrl ?? site.requestUrl) : undefined}>
      <div className={styles.frame}>
        <SkipLink />
        {isLoggedOut && <LogoutNotice loginUrl={site.portalUrl} onHide={hideLogout} />}
        {!header?.hidden && (
          <Suspense>
            <Header
              site={site}
              locale={locale}
              versions={localeVersions}
              theme={header?.theme ?? undefined}
              alternates={alternates}
            />
          </Suspense>
        )}
        <div className={styles.trail}>
          <Breadcrumb entries={breadcrumb ?? frame.breadcrumb} />
        </div>
        {banner}
        <PartialNotice />
        <main id="content" tabIndex={-1} className={styles.content} lang={contentLanguage}>
          <PrivacyUrlProvider value={site.privacyUrl ?? undefined}>
            <Suspense>{children}</Suspense>
          </PrivacyUrlProvider>
        </main>
        <div data-theme={footerTheme(site)}>
          <div className={styles.end} data-ground="inverse">
            {!site.hideSideButtons && <SideButtons contact={site.footerNavigation?.contactLink} />}
            <CookieNotice />
          </div>
        </div>
        <Suspense>
          <Footer site={site} locale={locale} />
        </Suspense>
        <TestingBadge facts={{ site: site.id, locale: locale.code, theme }} />
      </div>
    </RequestUrlProvider>
  );
}
