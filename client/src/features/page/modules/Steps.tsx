import type { StepsModuleFragment } from "~/graph/generated/graphql";
import { Section } from "~/ui/section/Section";
import styles from "./Steps.module.css";

/** A sequence: the steps of a process, the years of a history. */
export function StepsModule({ module: m }: { module: StepsModuleFragment }) {
  const Heading = (m.title ?? m.anchorTitle) ? "h3" : "h2";
  return (
    <Section id={m.id} layout="margin" title={m.title ?? m.anchorTitle}>
      <ol className={styles.steps}>
        {m.items.map((step, i) => (
          <li key={i} className={styles.step}>
            <p className={styles.mark}>{step.mark ?? String(i + 1).padStart(2, "0")}</p>
            <div className={styles.body}>
              <Heading className={styles.title}>{step.title}</Heading>
              {step.text && <p className={styles.text}>{step.text}</p>}
            </div>
          </li>
        ))}
      </ol>
    </Section>
  );
}
