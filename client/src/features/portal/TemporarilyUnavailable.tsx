import { useTransition } from "react";
import { useIntl } from "react-intl";
import { Button } from "~/ui/button/Button";
import { FlashMessage } from "~/ui/flash/FlashMessage";
import styles from "./SignInNotice.module.css";

export interface TemporarilyUnavailableProps {
  title: string;
  /** Reloads the page. */
  onRetry: () => Promise<void>;
}

/** Replaces a portal page whose data is temporarily unavailable. */
export function TemporarilyUnavailable({ title, onRetry }: TemporarilyUnavailableProps) {
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{title}</h1>
      <UnavailableNotice onRetry={onRetry} />
    </div>
  );
}

/** Reports that something is temporarily unavailable and offers a retry (MSG-7). */
export function UnavailableNotice({ onRetry }: Pick<TemporarilyUnavailableProps, "onRetry">) {
  const { formatMessage } = useIntl();
  const [isTrying, startTrying] = useTransition();
  return (
    <div className={styles.unavailable}>
      <FlashMessage
        flash={{
          type: "error",
          static: true,
          title: formatMessage({ id: "portal.failed.title" }),
          text: formatMessage({ id: "portal.unavailable" }),
        }}
      />
      <p className={styles.actions}>
        <Button variant="secondary" loading={isTrying} onClick={() => startTrying(onRetry)}>
          {formatMessage({ id: "portal.again" })}
        </Button>
      </p>
    </div>
  );
}
