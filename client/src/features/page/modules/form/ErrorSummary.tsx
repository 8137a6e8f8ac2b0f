import { useIntl } from "react-intl";
import styles from "./FormView.module.css";

export interface ErrorSummaryProps {
  /** What the answer to the form leads to. */
  id: string;
  /** What does not fit, each with the control that it is said of. */
  problems: readonly { control: string; text: string }[];
  failure?: "failed" | "limited" | undefined;
}

/** Says at the top of a form why it was not taken, and leads to what has to be looked at. */
export function ErrorSummary({ id, problems, failure }: ErrorSummaryProps) {
  const { formatMessage } = useIntl();
  return (
    <div id={id} role="alert" tabIndex={-1} className={styles.summary}>
      <h3 className={styles.summaryTitle}>{formatMessage({ id: "form.notSent" })}</h3>
      {failure && <p>{formatMessage({ id: `form.${failure}` })}</p>}
      {problems.length > 0 && (
        <>
          <p>{formatMessage({ id: "form.lookAt" }, { count: problems.length })}</p>
          <ul className={styles.problems}>
            {problems.map(({ control, text }) => (
              <li key={control}>
                <a href={`#${control}`}>{text}</a>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
