import { useIntl } from "react-intl";
import { InfoIcon } from "~/ui/icon/iconSet";
import styles from "./LanguageBanner.module.css";

export interface LanguageBannerProps {
  /** The code of the requested language. */
  requested: string;
  /** The code of the language that the page is shown in. */
  shown: string;
  /** What is in the shown language: the page, the description of its product, or most texts of its list (CAT-45). */
  subject?: "page" | "product" | "list";
}

/** Tells the visitor that the page, or most of what it shows, is in another language (LOC-12, CAT-45). */
export function LanguageBanner({ requested, shown, subject = "page" }: LanguageBannerProps) {
  const { formatDisplayName, formatMessage } = useIntl();
  const name = (code: string) => formatDisplayName(code, { type: "language" });
  return (
    <aside className={styles.banner} aria-label={formatMessage({ id: "frame.notice" })}>
      <p className={styles.text}>
        <InfoIcon size={16} />
        {subject === "page"
          ? formatMessage({ id: "frame.languageUnavailable" }, { wanted: name(requested), shown: name(shown) })
          : formatMessage(
              { id: subject === "product" ? "product.describedIn" : "catalog.listedIn" },
              { language: name(shown) },
            )}
      </p>
    </aside>
  );
}
