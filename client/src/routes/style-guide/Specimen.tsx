import { clsx } from "clsx";
import type { ReactNode } from "react";
import styles from "./Specimen.module.css";

/** A page of the style guide with its title. */
export function SpecimenPage({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  return (
    <>
      <header className={styles.header}>
        <h1 className={styles.title}>{title}</h1>
        <p className={styles.lead}>{lead}</p>
      </header>
      {children}
    </>
  );
}

export interface SpecimenProps {
  title: string;
  /** A background other than the page's. */
  ground?: "surface" | "inverse" | "accent";
  /** `row`: side by side. `stack`: one below the other. */
  layout?: "row" | "stack" | "columns";
  children: ReactNode;
}

/** Examples of a component. */
export function Specimen({ title, ground, layout = "row", children }: SpecimenProps) {
  return (
    <section className={styles.specimen}>
      <h2 className={styles.name}>{title}</h2>
      <div className={clsx(styles.examples, styles[layout])} data-ground={ground}>
        {children}
      </div>
    </section>
  );
}
