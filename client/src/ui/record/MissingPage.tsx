import { ButtonLink } from "~/ui/button/Button";
import styles from "./MissingPage.module.css";

export interface MissingPageProps {
  title: string;
  text: string;
  /** Links to the list of records. */
  way: { url: string; text: string };
}

/** The page for a record that does not exist or that the user may not see: the two are not distinguished (MSG-11). */
export function MissingPage({ title, text, way }: MissingPageProps) {
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.text}>{text}</p>
      <ButtonLink target={{ kind: "ROUTE", url: way.url }}>{way.text}</ButtonLink>
    </div>
  );
}
