import type { ReactNode } from "react";
import { useIntl } from "react-intl";
import styles from "./FormView.module.css";

export interface ErrorSummaryProps {
  /** The id that the URL of the response links to. */
  id: string;
  /** The validation errors, each with the id of its control. */
  problems: readonly { control: string; text: string }[];
  failure?: "failed" | "limited" | "closed" | undefined;
  closedLink?: ReactNode;
}

/** An error summary at the top of a form: why it was not accepted, with links to the invalid fields. */
export function ErrorSummary({ id, problems, failure, closedLink }: ErrorSummaryProps) {
  const { formatMessage } = useIntl();
  return (
    <div id={id} role="alert" tabIndex={-1} className={styles.summary}>
      <h3 className={styles.summaryTitle}>{formatMessage({ id: "form.notSent" })}</h3>
      {failure && <p>{formatMessage({ id: `form.${failure}` })}</p>}
      {failure === "closed" && closedLink}
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
