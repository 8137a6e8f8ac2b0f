import { clsx } from "clsx";
import { useIntl } from "react-intl";
import { Link } from "react-router";
import { DownloadIcon } from "~/ui/icon/iconSet";
import entry from "./EntryList.module.css";
import styles from "./MediaReleaseList.module.css";

/** A media release in a list. */
export interface MediaReleaseTeaser {
  id: string;
  title: string;
  url: string;
  leadText?: string | null;
  isLanguageFallback: boolean;
  contentLanguage: { languageTag: string };
  /** RFC 3339. */
  publicationDate: string;
  adhoc: boolean;
  pdf?: { url: string; extension: string } | null;
}

/** Media releases with their dates. */
export function MediaReleaseList({
  releases,
  headingLevel = 3,
}: {
  releases: readonly MediaReleaseTeaser[];
  headingLevel?: 2 | 3;
}) {
  const { formatDate, formatDisplayName, formatMessage } = useIntl();
  const Heading = `h${headingLevel}` as const;
  return (
    <ol className={entry.list}>
      {releases.map((release) => (
        <li key={release.id} className={clsx(entry.entry, styles.release)}>
          <p className={styles.date}>
            <time dateTime={release.publicationDate}>
              {formatDate(release.publicationDate, { dateStyle: "medium", timeZone: "UTC" })}
            </time>
            {release.adhoc && <span className={styles.adhoc}>{formatMessage({ id: "media.adhoc" })}</span>}
            {release.isLanguageFallback && (
              <span>{formatDisplayName(release.contentLanguage.languageTag, { type: "language" })}</span>
            )}
          </p>
          <div
            className={entry.text}
            lang={release.isLanguageFallback ? release.contentLanguage.languageTag : undefined}
          >
            <Heading className={entry.title}>
              <Link className={entry.link} to={release.url}>
                {release.title}
              </Link>
            </Heading>
            {release.leadText && <p className={entry.lead}>{release.leadText}</p>}
          </div>
          {release.pdf && (
            <a
              className={styles.pdf}
              href={release.pdf.url}
              lang={release.isLanguageFallback ? release.contentLanguage.languageTag : undefined}
              aria-label={formatMessage({ id: "media.pdfOf" }, { title: release.title })}
            >
              <DownloadIcon size={16} /> {release.pdf.extension}
            </a>
          )}
        </li>
      ))}
    </ol>
  );
}
