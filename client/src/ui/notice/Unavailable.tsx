import { useTransition } from "react";
import { useIntl } from "react-intl";
import { Button } from "~/ui/button/Button";
import styles from "./Unavailable.module.css";

export interface UnavailableProps {
  /** Describes what is unavailable. */
  text: string;
  /** Retries; the component stays until the promise is settled. It must not reject. */
  onRetry: () => Promise<void>;
}

/** Shown in place of what could not be loaded, with a retry button. */
export function Unavailable({ text, onRetry }: UnavailableProps) {
  const { formatMessage } = useIntl();
  const [isTrying, startTrying] = useTransition();
  return (
    <div className={styles.unavailable}>
      {/* Emptied meanwhile, so that a second failure is announced again. */}
      <p role="alert">{!isTrying && text}</p>
      <Button variant="secondary" loading={isTrying} onClick={() => startTrying(onRetry)}>
        {formatMessage({ id: "common.retry" })}
      </Button>
    </div>
  );
}
