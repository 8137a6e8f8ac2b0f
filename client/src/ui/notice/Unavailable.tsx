import { useTransition } from "react";
import { useIntl } from "react-intl";
import { Button } from "~/ui/button/Button";
import styles from "./Unavailable.module.css";

export interface UnavailableProps {
  /** Says what cannot be shown. */
  text: string;
  /** Tries again; it stays until the promise is settled. It must not reject. */
  onRetry: () => Promise<void>;
}

/** Stands in place of what could not be loaded, and offers another attempt. */
export function Unavailable({ text, onRetry }: UnavailableProps) {
  const { formatMessage } = useIntl();
  const [isTrying, startTrying] = useTransition();
  return (
    <div className={styles.unavailable}>
      {/* Emptied meanwhile, so that a second failure is announced, too. */}
      <p role="alert">{!isTrying && text}</p>
      <Button variant="secondary" loading={isTrying} onClick={() => startTrying(onRetry)}>
        {formatMessage({ id: "common.retry" })}
      </Button>
    </div>
  );
}
