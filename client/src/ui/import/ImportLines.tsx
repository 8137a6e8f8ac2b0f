import { clsx } from "clsx";
import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import styles from "./ImportLines.module.css";

/** A line of an imported file with its result. */
export interface ImportLine {
  line: number;
  /** What the line contains; empty if it could not be read. */
  content: ReactNode;
  result: ReactNode;
  isProblem?: boolean;
}

/** A problem of an imported file. */
export interface ImportProblem {
  /** The number of the line; 0 for the whole file. */
  line: number;
  text: string;
  /** The invalid value. */
  value: string;
}

const textOf = ({ text, value }: ImportProblem) => (value ? `${text} (${value})` : text);

/** The problem of a whole file, with its value; undefined for none. */
export function problemOfFile(problems: readonly ImportProblem[] | undefined): string | undefined {
  const whole = problems?.find(({ line }) => line === 0);
  return whole && textOf(whole);
}

/** The lines with problems, each with all of its problems. */
export function linesOf(problems: readonly ImportProblem[]): ImportLine[] {
  return [...new Set(problems.map(({ line }) => line))].map((line) => ({
    line,
    content: "",
    result: problems
      .filter((problem) => problem.line === line)
      .map((problem) => <p key={textOf(problem)}>{textOf(problem)}</p>),
    isProblem: true,
  }));
}

export interface ImportLinesProps {
  /** The name of the column with the content. */
  subject: string;
  lines: readonly ImportLine[];
}

/** The lines of an imported file with the result of each, before it is imported. */
export function ImportLines({ subject, lines }: ImportLinesProps) {
  const { formatMessage } = useIntl();
  const label = formatMessage({ id: "import.preview" });
  return (
    // Keyboard users scroll the region.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section aria-label={label} tabIndex={0} className={styles.region}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{formatMessage({ id: "import.line" })}</th>
            <th scope="col">{subject}</th>
            <th scope="col">{formatMessage({ id: "import.state" })}</th>
          </tr>
        </thead>
        <tbody>
          {lines
            .toSorted((a, b) => a.line - b.line)
            .map(({ line, content, result, isProblem }) => (
              <tr key={line} className={clsx(isProblem && styles.problem)}>
                <th scope="row">{line}</th>
                {isProblem ? (
                  <td colSpan={2}>{result}</td>
                ) : (
                  <>
                    <td>{content}</td>
                    <td>{result}</td>
                  </>
                )}
              </tr>
            ))}
        </tbody>
      </table>
    </section>
  );
}
