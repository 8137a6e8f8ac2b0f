import type { ListingFigureFragment, ListingItemFragment } from "~/graph/generated/graphql";
import styles from "./DimensionLine.module.css";

/**
 * Shows where a product's value, and the visitor's one, lie between the limits of all products of a listing. It is drawn
 * with attributes, since the content security policy allows no styles in documents.
 */
export function DimensionLine({
  figure,
  value,
}: {
  figure: ListingFigureFragment;
  value: NonNullable<ListingItemFragment["values"][number]>;
}) {
  const percent = (place: number) => `${(place * 100).toFixed(1)}%`;
  return (
    <div className={styles.figure}>
      <p className={styles.text}>
        <span lang={figure.foreignLanguage ?? undefined}>{figure.label}</span>{" "}
        <span className={styles.value}>
          {value.text} {figure.unit}
        </span>
      </p>
      <svg className={styles.line} aria-hidden="true">
        <line className={styles.scale} x1="0%" x2="100%" y1="50%" y2="50%" />
        <line className={styles.range} x1={percent(value.start)} x2={percent(value.end)} y1="50%" y2="50%" />
        {value.marks.map((mark) => (
          <line key={mark} className={styles.mark} x1={percent(mark)} x2={percent(mark)} y1="0%" y2="100%" />
        ))}
      </svg>
    </div>
  );
}
