import type { KeyFiguresModuleFragment } from "~/graph/generated/graphql";
import { Section } from "~/ui/section/Section";
import styles from "./KeyFigures.module.css";

/** Large numbers, each on a dimension line. */
export function KeyFiguresModule({ module: m }: { module: KeyFiguresModuleFragment }) {
  return (
    <Section id={m.id} title={m.title ?? m.anchorTitle}>
      <dl className={styles.grid}>
        {m.items.map((item, i) => (
          <div key={i} className={styles.figure}>
            <dt className={styles.label}>{item.label}</dt>
            <dd className={styles.value}>
              <span className={styles.number}>{item.value}</span>
              {item.unit && (
                <>
                  <wbr />
                  <span className={styles.unit}> {item.unit}</span>
                </>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
