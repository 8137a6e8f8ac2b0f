import type { ReactNode } from "react";
import { PlusIcon } from "~/ui/icon/iconSet";
import styles from "./Accordion.module.css";

export interface AccordionItem {
  id: string;
  title: string;
  content: ReactNode;
}

/** Collapsible sections. Native disclosure elements: they work, and can be searched, without JavaScript. */
export function Accordion({ items }: { items: readonly AccordionItem[] }) {
  return (
    <div className={styles.accordion}>
      {items.map((item) => (
        <details key={item.id} id={item.id} className={styles.item}>
          <summary className={styles.summary}>
            <h3 className={styles.title}>{item.title}</h3>
            <PlusIcon className={styles.icon} />
          </summary>
          <div className={styles.content}>{item.content}</div>
        </details>
      ))}
    </div>
  );
}
