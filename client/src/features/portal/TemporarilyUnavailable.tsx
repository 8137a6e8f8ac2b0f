import { useTransition } from "react";
import { useIntl } from "react-intl";
import { Button } from "~/ui/button/Button";
import { FailureDetail } from "~/ui/flash/FailureNotice";
import { FlashMessage } from "~/ui/flash/FlashMessage";
import styles from "./SignInNotice.module.css";

export interface TemporarilyUnavailableProps {
  title: string;
  /** Technical details for support. */
  detail?: string | undefined;
  /** Reloads the page. */
  onRetry: () => Promise<void>;
}

/** Replaces a portal page whose data is temporarily unavailable. */
export function TemporarilyUnavailable({ title, detail, onRetry }: TemporarilyUnavailableProps) {
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{title}</h1>
      <UnavailableNotice detail={detail} onRetry={onRetry} />
    </div>
  );
}

/** Reports that something is temporarily unavailable and offers a retry (MSG-7). */
export function UnavailableNotice({ detail, onRetry }: Omit<TemporarilyUnavailableProps, "title">) {
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
      <FailureDetail detail={detail} />
      <p className={styles.actions}>
        <Button variant="secondary" loading={isTrying} onClick={() => startTrying(onRetry)}>
          {formatMessage({ id: "portal.again" })}
        </Button>
      </p>
    </div>
  );
}
