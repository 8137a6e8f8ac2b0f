import type { ReactNode } from "react";
import { longWord } from "~/ui/heading/longWord";
import styles from "./PageTitle.module.css";

/** The title of a page without a hero, with what belongs to it. */
export function PageTitle({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <header className={styles.header}>
      <h1 className={styles.title} data-long-word={longWord(title)}>
        {title}
      </h1>
      {children}
    </header>
  );
}
