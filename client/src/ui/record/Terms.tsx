import { clsx } from "clsx";
import type { ReactNode } from "react";
import styles from "./Terms.module.css";

export interface TermsProps {
  className?: string | undefined;
  children: ReactNode;
}

/** Labelled facts: side by side on a small screen, otherwise stacked in as many columns as fit. */
export function Terms({ className, children }: TermsProps) {
  return <dl className={clsx(styles.terms, className)}>{children}</dl>;
}

export interface TermProps {
  label: string;
  /** Spans the whole row. */
  isWide?: boolean;
  children: ReactNode;
}

export function Term({ label, isWide = false, children }: TermProps) {
  return (
    <div className={clsx(styles.term, isWide && styles.wide)}>
      <dt className={styles.label}>{label}</dt>
      <dd className={styles.value}>{children}</dd>
    </div>
  );
}
