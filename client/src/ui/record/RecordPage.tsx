import { clsx } from "clsx";
import type { ReactNode } from "react";
import styles from "./RecordPage.module.css";

export interface RecordPageProps {
  /** Above the title: number, status. */
  overline?: ReactNode;
  title: string;
  /** Below the title. */
  notes?: ReactNode;
  /** The actions of the record. */
  actions?: ReactNode;
  /** Above the columns, such as the result of an action. */
  notice?: ReactNode;
  aside?: ReactNode;
  /** The accessible name of the aside, if its headings are not sufficient. */
  asideLabel?: string;
  /** Keeps the aside in the window while scrolling. */
  isAsideSticky?: boolean;
  children: ReactNode;
}

/** The page of one record of the portal: title and status above, its sections in a column, its facts beside them. */
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

/** A number above the title, such as that of a ticket or a machine. */
export function RecordNumber({ children }: { children: ReactNode }) {
  return <span className={styles.number}>{children}</span>;
}

/** A line below the title, or below the heading of a section. */
export function RecordNote({ children }: { children: ReactNode }) {
  return <p className={styles.note}>{children}</p>;
}
