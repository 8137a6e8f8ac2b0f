import { clsx } from "clsx";
import type { ReactNode } from "react";
import styles from "./RecordPage.module.css";

export interface RecordPageProps {
  /** Stands above the title: the number, the status. */
  overline?: ReactNode;
  title: string;
  /** Stands below the title. */
  notes?: ReactNode;
  /** What can be done about the record. */
  actions?: ReactNode;
  /** Stands above the columns, such as what became of an action. */
  notice?: ReactNode;
  aside?: ReactNode;
  /** The name of the aside, where it has no headings that say enough. */
  asideLabel?: string;
  /** The aside stays in the window. */
  isAsideSticky?: boolean;
  children: ReactNode;
}

/** The page of one record of the portal: what it is above, its parts in a column, and its facts beside them. */
export function RecordPage({
  overline,
  title,
  notes,
  actions,
  notice,
  aside,
  asideLabel,
  isAsideSticky = false,
  children,
}: RecordPageProps) {
  return (
    <article className={styles.page}>
      <header className={styles.header}>
        <div className={styles.what}>
          {overline && <p className={styles.overline}>{overline}</p>}
          <h1 className={styles.title}>{title}</h1>
          {notes}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </header>
      {notice}
      <div className={styles.columns}>
        <div className={styles.main}>{children}</div>
        {aside && (
          <aside className={clsx(styles.aside, isAsideSticky && styles.sticky)} aria-label={asideLabel}>
            {aside}
          </aside>
        )}
      </div>
    </article>
  );
}

/** A number, such as that of a ticket or a machine, above the title. */
export function RecordNumber({ children }: { children: ReactNode }) {
  return <span className={styles.number}>{children}</span>;
}

/** A line below the title, or below the name of a part. */
export function RecordNote({ children }: { children: ReactNode }) {
  return <p className={styles.note}>{children}</p>;
}
