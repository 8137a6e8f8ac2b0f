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

/** The problem of a whole text, with its value; undefined for none. */
export function textOfWhole(problems: readonly Problem[] | undefined): string | undefined {
  const whole = problems?.find(({ line }) => line === 0);
  return whole && withValue(whole);
}

const withValue = ({ text, value }: Problem) => (value ? `${text} (${value})` : text);

/** Lists the problems in a text with several lines. */
export function Problems({ title, problems }: { title: string; problems: readonly Problem[] }) {
  return (
    <div role="alert" className={styles.problems}>
      <p className={styles.title}>{title}</p>
      <ul className={styles.list}>
        {problems.map((problem) => (
          <li key={`${problem.line} ${withValue(problem)}`}>
            {problem.line > 0 && <span className={styles.place}>{problem.place}: </span>}
            {withValue(problem)}
          </li>
        ))}
      </ul>
    </div>
  );
}
