import { useIntl } from "react-intl";
import { Link } from "react-router";
import type { TextId } from "~/i18n/textId";
import styles from "./PositionList.module.css";

/** What a list and the page of a position show of it. */
export interface PositionFacts {
  department: string;
  /** Per cent of a full-time job. */
  workloadMin: number;
  workloadMax: number;
  location?: { town?: string | null; country?: { countryCode: string } | null } | null;
}

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

/** The facts of a position as texts in the language of the interface. */
export function usePositionTexts() {
  const { formatDisplayName, formatMessage, formatNumber } = useIntl();
  return {
    department: ({ department }: PositionFacts) => formatMessage({ id: `position.department.${department}` as TextId }),
    place: ({ location }: PositionFacts) =>
      [location?.town, location?.country && formatDisplayName(location.country.countryCode, { type: "region" })]
        .filter(Boolean)
        .join(", "),
    workload: ({ workloadMin: min, workloadMax: max }: PositionFacts) => {
      const percent = (value: number) => formatNumber(value / 100, { style: "percent" });
      return min === max ? percent(max) : `${formatNumber(min)}–${percent(max)}`;
    },
  };
}

/** Open positions with place, workload and department. */
export function PositionList({ positions }: { positions: readonly PositionTeaser[] }) {
  const texts = usePositionTexts();
  return (
    <ul className={styles.list}>
      {positions.map(({ position, ...page }) => {
        const lang = page.isLanguageFallback ? page.contentLanguage.languageTag : undefined;
        return (
          <li key={page.id} className={styles.position}>
            <div className={styles.text}>
              <h3 className={styles.title} lang={lang}>
                {page.url ? (
                  <Link className={styles.link} to={page.url}>
                    {page.title}
                  </Link>
                ) : (
                  page.title
                )}
              </h3>
              {page.description && (
                <p className={styles.lead} lang={lang}>
                  {page.description}
                </p>
              )}
            </div>
            {position && (
              <ul className={styles.facts}>
                <li className={styles.place}>{texts.place(position)}</li>
                <li>{texts.workload(position)}</li>
                <li>{texts.department(position)}</li>
              </ul>
            )}
          </li>
        );
      })}
    </ul>
  );
}
