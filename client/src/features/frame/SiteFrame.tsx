import type { ReactNode } from "react";
import { Link, type LinkTarget } from "~/ui/link/Link";

export interface SiteFrameProps {
  site: { name: string; homeUrl: string };
  locale: { code: string; urlCode: string };
  breadcrumb: readonly { title: string; url?: string | null }[];
  header?: { items: readonly { title: string; link: LinkTarget }[] } | null;
  footer?: { note?: string | null; legalLinks: readonly LinkTarget[] } | null;
  /** This address in the site's other locales. */
  versions?: readonly { urlCode: string; url: string }[];
  children: ReactNode;
}

/** What stands around every screen of a site: header, breadcrumb, footer. */
export function SiteFrame({ site, locale, breadcrumb, header, footer, versions = [], children }: SiteFrameProps) {
  return (
    <>
      <header>
        <Link target={{ kind: "ROUTE", url: site.homeUrl, text: site.name }} />
        {header && (
          <nav aria-label={site.name}>
            <ul>
              {header.items.map((item) => (
                <li key={item.title}>
                  <Link target={item.link}>{item.title}</Link>
                </li>
              ))}
            </ul>
          </nav>
        )}
        <ul>
          {versions.map((v) => (
            <li key={v.urlCode}>
              <Link
                target={{ kind: "ROUTE", url: v.url, text: v.urlCode }}
                aria-current={v.urlCode === locale.urlCode ? "true" : undefined}
              />
            </li>
          ))}
        </ul>
      </header>
      <nav aria-label="Breadcrumb">
        <ol>
          {breadcrumb.map((entry, i) => (
            <li key={entry.title}>
              {entry.url && i < breadcrumb.length - 1 ? (
                <Link target={{ kind: "ROUTE", url: entry.url, text: entry.title }} />
              ) : (
                <span aria-current={i === breadcrumb.length - 1 ? "page" : undefined}>{entry.title}</span>
              )}
            </li>
          ))}
        </ol>
      </nav>
      <main>{children}</main>
      <footer>
        {footer && (
          <>
            <ul>
              {footer.legalLinks.map((l) => (
                <li key={l.text}>
                  <Link target={l} />
                </li>
              ))}
            </ul>
            <p>{footer.note}</p>
          </>
        )}
      </footer>
    </>
  );
}
