import { clsx } from "clsx";
import type { ReactNode } from "react";
import { Link } from "react-router";
import styles from "./Rows.module.css";

/** A list of records. The layout of the rows depends on the width of the list. */
export function Rows({ children }: { children: ReactNode }) {
  return <ol className={styles.rows}>{children}</ol>;
}

/** A row that is clickable as a whole through its title. */
export function Row({ className, children }: { className?: string | undefined; children: ReactNode }) {
  return <li className={clsx(styles.row, className)}>{children}</li>;
}

export interface RowTitleProps {
  level: 2 | 3;
  to: string;
  children: ReactNode;
}

/** The title of a record: the link of the whole row. */
export function RowTitle({ level, to, children }: RowTitleProps) {
  const Heading = level === 2 ? "h2" : "h3";
  return (
    <Heading className={styles.title}>
      <Link className={styles.link} to={to}>
        {children}
      </Link>
    </Heading>
  );
}

/** Secondary text in a row. */
export function RowNote({ children }: { children: ReactNode }) {
  return <p className={styles.note}>{children}</p>;
}
