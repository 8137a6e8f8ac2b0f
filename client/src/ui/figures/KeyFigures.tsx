import styles from "./KeyFigures.module.css";

export interface KeyFigure {
  name: string;
  value: string;
  unit: string | null;
  /** The language of the name if it is another one than that of the page. */
  foreignLanguage?: string | null;
}

/** Figures that decide between products, as rows with the values at their end. */
export function KeyFigures({
  figures,
  language,
}: {
  figures: readonly KeyFigure[];
  /** The language of all names if it is another one than that of the page. The values are written for the page. */
  language?: string | undefined;
}) {
  return (
    <dl className={styles.figures}>
      {figures.map(({ name, value, unit, foreignLanguage }) => (
        <div key={name + (unit ?? "")}>
          <dt lang={foreignLanguage ?? language}>{name}</dt>
          <dd>
            {value} {unit && <span className={styles.unit}>{unit}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
