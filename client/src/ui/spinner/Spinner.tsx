import { clsx } from "clsx";
import { useIntl } from "react-intl";
import styles from "./Spinner.module.css";

export interface SpinnerProps {
  /** Pixels. */
  size?: 16 | 24 | 48;
  /** Hides the spinner from screen readers: the text beside it already announces the wait. */
  decorative?: boolean;
  className?: string | undefined;
}

/** A loading indicator that rotates once every 1080 ms (CONST-28). */
export function Spinner({ size = 24, decorative = false, className }: SpinnerProps) {
  const { formatMessage } = useIntl();
  return (
    <span
      className={clsx(styles.spinner, className)}
      data-size={size}
      {...(decorative
        ? { "aria-hidden": true }
        : { role: "status", "aria-label": formatMessage({ id: "common.loading" }) })}
    >
      <svg viewBox="0 0 24 24" fill="none" aria-hidden="true" focusable="false">
        <circle className={styles.track} cx="12" cy="12" r="9.5" />
        <path className={styles.arc} d="M12 2.5a9.5 9.5 0 0 1 9.5 9.5" />
      </svg>
    </span>
  );
}
