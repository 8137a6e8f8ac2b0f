import type { ReactNode } from "react";
import { Section } from "~/ui/section/Section";
import styles from "./FactBar.module.css";

/** A term with its text; without a text it is left out. */
export type Fact = readonly [term: string, text: ReactNode];

/** The facts of what a page describes, with what a visitor can do about it. */
export function FactBar({ facts, children }: { facts: readonly Fact[]; children?: ReactNode }) {
  return (
    <Section layout="plain" ground="surface">
      <div className={styles.bar}>
        <dl className={styles.facts}>
          {facts.map(
            ([term, text]) =>
              text && (
                <div key={term} className={styles.fact}>
                  <dt className={styles.term}>{term}</dt>
                  <dd>{text}</dd>
                </div>
              ),
          )}
        </dl>
        {children && <div>{children}</div>}
      </div>
    </Section>
  );
}
