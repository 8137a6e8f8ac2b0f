import type { ReactNode } from "react";
import styles from "./ListPage.module.css";
import { SkipToRecords } from "./RecordTable";

export interface ListPageProps {
  title: string;
  lead?: string;
  actions?: ReactNode;
  /** The page has a table of records. */
  hasRecords?: boolean;
  /** Links to neighbouring pages. */
  navigation?: ReactNode;
  children: ReactNode;
}

/** A list page of the portal, with actions beside its title. */
export function ListPage({ title, lead, actions, hasRecords = false, navigation, children }: ListPageProps) {
  return (
    <div className={styles.page}>
      {hasRecords && <SkipToRecords />}
      <header className={styles.header}>
        <div>
          <h1 className={styles.title}>{title}</h1>
          {lead && <p className={styles.lead}>{lead}</p>}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
        {navigation}
      </header>
      {children}
    </div>
  );
}

export interface EmptyListProps {
  title: string;
  text?: string;
  /** An action that creates the first entry. */
  children?: ReactNode;
}

/** Shown in place of an empty list. */
export function EmptyList({ title, text, children }: EmptyListProps) {
  return (
    <div className={styles.nothing}>
      <p className={styles.nothingTitle} role="status">
        {title}
      </p>
      {text && <p className={styles.nothingText}>{text}</p>}
      {children}
    </div>
  );
}
