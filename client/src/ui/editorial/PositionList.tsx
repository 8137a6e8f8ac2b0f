import { clsx } from "clsx";
import { useIntl } from "react-intl";
import { Link } from "react-router";
import entry from "./EntryList.module.css";
import styles from "./PositionList.module.css";
import { type PositionFacts, usePositionTexts } from "./positionTexts";

/** A page with a position in a list. */
export interface PositionTeaser {
  id: string;
  title: string;
  description?: string | null;
  url?: string | null;
  isLanguageFallback: boolean;
  contentLanguage: { languageTag: string };
  position?: PositionFacts | null;
}

/** Open positions with place, workload and department. */
export function PositionList({ positions }: { positions: readonly PositionTeaser[] }) {
  const texts = usePositionTexts();
  const { formatDisplayName } = useIntl();
  return (
    <ul className={entry.list}>
      {positions.map(({ position, ...page }) => {
        const lang = page.isLanguageFallback ? page.contentLanguage.languageTag : undefined;
        return (
          <li key={page.id} className={clsx(entry.entry, styles.position)}>
            <div className={entry.text}>
              <h3 className={entry.title} lang={lang}>
                {page.url ? (
                  <Link className={entry.link} to={page.url}>
                    {page.title}
                  </Link>
                ) : (
                  page.title
                )}
              </h3>
              {page.description && (
                <p className={entry.lead} lang={lang}>
                  {page.description}
                </p>
              )}
            </div>
            {position && (
              <ul className={styles.facts}>
                <li className={styles.place}>{texts.place(position)}</li>
                <li>{texts.workload(position)}</li>
                <li>{texts.department(position)}</li>
                {lang && <li>{formatDisplayName(lang, { type: "language" })}</li>}
              </ul>
            )}
          </li>
        );
      })}
    </ul>
  );
}
