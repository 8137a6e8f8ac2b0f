import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import type { MediaReleasePageFragment } from "~/graph/generated/graphql";
import { formatBytes } from "~/i18n/formatBytes";
import { Button, ButtonLink } from "~/ui/button/Button";
import { ContactOptions } from "~/ui/contact/ContactOptions";
import { DownloadIcon, PrintIcon } from "~/ui/icon/iconSet";
import { Section } from "~/ui/section/Section";
import styles from "./Media.module.css";

/** The first section of a media release. */
export function MediaReleaseIntro({ release, action }: { release: MediaReleasePageFragment; action?: ReactNode }) {
  const intl = useIntl();
  const { formatDate, formatMessage } = intl;
  const { pdf } = release;
  const language = release.isLanguageFallback ? release.contentLanguage.languageTag : undefined;
  return (
    <header className={styles.intro}>
      <p className={styles.overline}>
        {formatMessage({ id: release.adhoc ? "media.adhocLabel" : "media.label" })}
        <time dateTime={release.publicationDate}>
          {formatDate(release.publicationDate, { dateStyle: "long", timeZone: "UTC" })}
        </time>
      </p>
      <h1 className={styles.title} lang={language}>
        {release.title}
      </h1>
      {release.leadText && (
        <p className={styles.lead} lang={language}>
          {release.leadText}
        </p>
      )}
      <p className={styles.actions}>
        {pdf && (
          <ButtonLink target={{ kind: "PLAIN", url: pdf.url }} size="small" icon={<DownloadIcon size={16} />}>
            {formatMessage({ id: "media.pdf" }, { size: pdf.size ? formatBytes(intl, pdf.size) : "" })}
          </ButtonLink>
        )}
        <Button
          variant="secondary"
          size="small"
          className={styles.print}
          icon={<PrintIcon size={16} />}
          onClick={() => window.print()}
        >
          {formatMessage({ id: "media.print" })}
        </Button>
        {action}
      </p>
    </header>
  );
}

/** The press contact. */
export function MediaContact({ contact }: { contact: NonNullable<MediaReleasePageFragment["contact"]> }) {
  const { formatMessage } = useIntl();
  return (
    <Section id="contact" layout="margin" ground="surface" title={formatMessage({ id: "media.contact" })}>
      <p className={styles.person}>{contact.name}</p>
      {contact.role && <p>{contact.role}</p>}
      <ContactOptions phone={contact.phone} email={contact.email} />
    </Section>
  );
}
