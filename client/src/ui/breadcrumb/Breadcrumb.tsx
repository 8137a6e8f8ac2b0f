import { useIntl } from "react-intl";
import { ArrowLeftIcon, HomeIcon } from "~/ui/icon/iconSet";
import { Link } from "~/ui/link/Link";
import styles from "./Breadcrumb.module.css";

export interface BreadcrumbEntry {
  title: string;
  /** The language of the title if it is another one than that of the page. */
  foreignLanguage?: string | null;
  url?: string | null;
}

export interface BreadcrumbProps {
  entries: readonly BreadcrumbEntry[];
  /** The links load documents: for error pages of the app. */
  plain?: boolean;
}

/**
 * The breadcrumb (NAV-13, NAV-20): the home item as an icon, the last entry current and without a link. A small
 * screen shows only a back link to the second-last entry.
 */
export function Breadcrumb({ entries, plain = false }: BreadcrumbProps) {
  const { formatMessage } = useIntl();
  const kind = plain ? "PLAIN" : "ROUTE";
  const back = entries.at(-2);
  if (entries.length < 2) return null;
  return (
    <nav className={styles.breadcrumb} aria-label={formatMessage({ id: "breadcrumb.label" })}>
      {back?.url && (
        <p className={styles.back}>
          <Link className={styles.link} target={{ kind, url: back.url }}>
            <ArrowLeftIcon size={16} />
            <span lang={back.foreignLanguage ?? undefined}>{back.title}</span>
          </Link>
        </p>
      )}
      <ol className={styles.trail}>
        {entries.map((entry, i) => {
          const last = i === entries.length - 1;
          return (
            <li key={i} className={styles.entry}>
              {last || !entry.url ? (
                <span aria-current={last ? "page" : undefined} lang={entry.foreignLanguage ?? undefined}>
                  {entry.title}
                </span>
              ) : (
                <Link
                  className={styles.link}
                  target={{ kind, url: entry.url }}
                  aria-label={i === 0 ? entry.title : undefined}
                >
                  {i === 0 ? (
                    <HomeIcon size={16} />
                  ) : (
                    <span lang={entry.foreignLanguage ?? undefined}>{entry.title}</span>
                  )}
                </Link>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
