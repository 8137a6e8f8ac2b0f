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

/** The language of an entry if it is not that of the page. */
export const foreignLanguageOf = ({
  isLanguageFallback,
  contentLanguage,
}: {
  isLanguageFallback: boolean;
  contentLanguage: { languageTag: string };
}) => (isLanguageFallback ? contentLanguage.languageTag : undefined);

/** Tells the visitor that most entries of a list are in another language (LOC-18). */
export function ListBanner({
  languages,
  requested,
}: {
  /** The language of each entry; null or undefined for that of the page. */
  languages: readonly (string | null | undefined)[];
  requested: string;
}) {
  const foreign = languages.filter((language) => language != null);
  const [shown] = foreign;
  return shown && 2 * foreign.length > languages.length ? (
    <LanguageBanner requested={requested} shown={shown} subject="list" />
  ) : null;
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
