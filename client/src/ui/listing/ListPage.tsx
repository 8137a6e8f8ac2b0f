import type { ReactNode } from "react";
import styles from "./ListPage.module.css";

export interface ListPageProps {
  title: string;
  lead?: string;
  actions?: ReactNode;
  /** Leads to the pages beside this one. */
  navigation?: ReactNode;
  children: ReactNode;
}

/** The page of a list of the portal, with what can be done beside its title. */
export function ListPage({ title, lead, actions, navigation, children }: ListPageProps) {
  return (
    <div className={styles.page}>
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

export interface NothingYetProps {
  title: string;
  text?: string;
  /** What fills the list. */
  children?: ReactNode;
}

/** Stands in place of a list that has no entries yet. */
export function NothingYet({ title, text, children }: NothingYetProps) {
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
