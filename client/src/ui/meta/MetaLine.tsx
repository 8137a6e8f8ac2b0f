import type { ReactNode } from "react";
import styles from "./MetaLine.module.css";

/** Short facts in a row, with a point between those on the same line. */
export function MetaLine({ items }: { items: readonly ReactNode[] }) {
  return (
    <span className={styles.line}>
      <span className={styles.items}>
        {items
          .filter((item) => !!item)
          .map((item, i) => (
            <span key={i} className={styles.item}>
              {i > 0 && <span className={styles.separator}> · </span>}
              {item}
            </span>
          ))}
      </span>
    </span>
  );
}
