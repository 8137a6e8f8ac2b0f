import { Link } from "react-router";
import type { ClassificationTeaserFragment } from "~/graph/generated/graphql";
import { Picture } from "~/ui/picture/Picture";
import { useForeignLanguage } from "~/i18n/useForeignLanguage";
import styles from "./ClassificationGrid.module.css";

/** The child classifications of a catalogue page. */
export function ClassificationGrid({ classifications }: { classifications: readonly ClassificationTeaserFragment[] }) {
  const foreign = useForeignLanguage();
  return (
    <ul className={styles.groups}>
      {classifications.map((c) => (
        <li key={c.id} className={styles.group}>
          {c.image && (
            <div className={styles.groupMedia}>
              <Picture picture={{ ...c.image, url: c.image.source }} sizes="(min-width: 64rem) 20vw, 40vw" />
            </div>
          )}
          <div className={styles.groupText}>
            <h3 className={styles.name} lang={foreign(c.nameLanguage.languageTag)}>
              <Link className={styles.link} to={c.url}>
                {c.name}
              </Link>
            </h3>
            {c.description && (
              <p className={styles.text} lang={foreign(c.contentLanguage.languageTag)}>
                {c.description}
              </p>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}
