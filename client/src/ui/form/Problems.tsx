import styles from "./Problems.module.css";

export interface Problem {
  /** The number of the line; 0 for the whole text. */
  line: number;
  /** The location, such as `Line 3`. */
  place: string;
  text: string;
  /** The invalid value. */
  value: string;
}

/** Lists the problems in a text with several lines. */
export function Problems({ title, problems }: { title: string; problems: readonly Problem[] }) {
  return (
    <div role="alert" className={styles.problems}>
      <p className={styles.title}>{title}</p>
      <ul className={styles.list}>
        {problems.map(({ line, place, text, value }) => (
          <li key={`${line} ${text} ${value}`}>
            {line > 0 && <span className={styles.place}>{place}: </span>}
            {text}
            {value && ` (${value})`}
          </li>
        ))}
      </ul>
    </div>
  );
}
