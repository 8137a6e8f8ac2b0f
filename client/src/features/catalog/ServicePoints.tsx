import styles from "./ServicePoints.module.css";

/** Benefits or details of a service, up to six. */
export function ServicePoints({ points, numbered = false }: { points: readonly string[]; numbered?: boolean }) {
  return (
    <ul className={numbered ? styles.benefits : styles.details}>
      {points.map((point) => (
        <li key={point}>{point}</li>
      ))}
    </ul>
  );
}
