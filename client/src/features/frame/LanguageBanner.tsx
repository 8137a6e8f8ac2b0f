import { useIntl } from "react-intl";
import { InfoIcon } from "~/ui/icon/iconSet";
import styles from "./LanguageBanner.module.css";

export interface LanguageBannerProps {
  /** The code of the requested language. */
  requestedLanguage: string;
  /** The code of the language that the page is shown in. */
  shownLanguage: string;
}

/** Tells the visitor that the page is not available in the requested language (LOC-12). */
export function LanguageBanner({ requestedLanguage, shownLanguage }: LanguageBannerProps) {
  const { formatDisplayName, formatMessage } = useIntl();
  const name = (code: string) => formatDisplayName(code, { type: "language" });
  return (
    <aside className={styles.banner} aria-label={formatMessage({ id: "frame.notice" })}>
      <p className={styles.text}>
        <InfoIcon size={16} />
        {formatMessage(
          { id: "frame.languageUnavailable" },
          { wanted: name(requestedLanguage), shown: name(shownLanguage) },
        )}
      </p>
    </aside>
  );
}
