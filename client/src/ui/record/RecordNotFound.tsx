import { ButtonLink } from "~/ui/button/Button";
import styles from "./RecordNotFound.module.css";

export interface RecordNotFoundProps {
  title: string;
  text: string;
  /** Links to the list of records. */
  link: { url: string; text: string };
}

/** The page for a record that does not exist or that the user may not see: the two are not distinguished (USER-2). */
export function RecordNotFound({ title, text, link }: RecordNotFoundProps) {
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.text}>{text}</p>
      <ButtonLink target={{ kind: "ROUTE", url: link.url }}>{link.text}</ButtonLink>
    </div>
  );
}
