import { useIntl } from "react-intl";
import { InfoIcon } from "~/ui/icon/iconSet";
import styles from "./LanguageBanner.module.css";

export interface LanguageBannerProps {
  /** The code of the requested language. */
  requested: string;
  /** The code of the language that the page is shown in. */
  shown: string;
}

/** Tells the visitor that the page is not available in the requested language (LOC-12). */
export function LanguageBanner({ requested, shown }: LanguageBannerProps) {
  const { formatDisplayName, formatMessage } = useIntl();
  const name = (code: string) => formatDisplayName(code, { type: "language" });
  return (
    <aside className={styles.banner} aria-label={formatMessage({ id: "frame.notice" })}>
      <p className={styles.text}>
        <InfoIcon size={16} />
        {formatMessage({ id: "frame.languageUnavailable" }, { wanted: name(requested), shown: name(shown) })}
      </p>
    </aside>
  );
}
