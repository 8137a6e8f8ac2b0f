import { VisuallyHidden } from "~/ui/hidden/VisuallyHidden";
import styles from "./PageSkeleton.module.css";

/** The shape of a portal page: that of the home page, a list, a form, or a single record. */
export type PageShape = "home" | "list" | "form" | "record";

/** The titles of these pages are known only with their data. */
const isTitled = (shape: PageShape) => shape === "list" || shape === "form";

/** The number of rows, fields or paragraphs; a screen shows no more. */
const parts = { home: 10, list: 24, form: 8, record: 6 };

/** The shape of a portal page until its data is loaded, as high as the screen, so that its end does not move. */
export function PageSkeleton({ shape, title }: { shape: PageShape; title: string }) {
  return (
    <div className={styles.page} data-shape={shape} aria-busy="true">
      <div className={styles.header}>
        <h1 className={styles.title}>
          {isTitled(shape) ? title : <VisuallyHidden>{title}</VisuallyHidden>}
          {!isTitled(shape) && <span className={styles.bar} />}
        </h1>
        <span className={styles.button} />
      </div>
      <div className={styles.parts} aria-hidden="true">
        {Array.from({ length: parts[shape] }, (_, i) => (
          <div key={i} className={styles.part}>
            <span className={styles.bar} />
            <span className={styles.bar} />
            <span className={styles.bar} />
          </div>
        ))}
      </div>
    </div>
  );
}
