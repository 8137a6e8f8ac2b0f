import styles from "./KeyFigures.module.css";

export interface KeyFigure {
  name: string;
  value: string;
  unit: string | null;
}

/** Figures that decide between products, as rows with the values at their end. */
export function KeyFigures({ figures }: { figures: readonly KeyFigure[] }) {
  return (
    <dl className={styles.figures}>
      {figures.map(({ name, value, unit }) => (
        <div key={name + (unit ?? "")}>
          <dt>{name}</dt>
          <dd>
            {value} {unit && <span className={styles.unit}>{unit}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
