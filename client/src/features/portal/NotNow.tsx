import { useTransition } from "react";
import { useIntl } from "react-intl";
import { Button } from "~/ui/button/Button";
import { FlashMessage } from "~/ui/flash/FlashMessage";
import styles from "./SigningIn.module.css";

export interface NotNowProps {
  title: string;
  /** Reads the page again. */
  onRetry: () => Promise<void>;
}

/** Stands in place of a page of the portal that cannot be read now. */
export function NotNow({ title, onRetry }: NotNowProps) {
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{title}</h1>
      <Apology onRetry={onRetry} />
    </div>
  );
}

/** Says that something cannot be read now, and offers another attempt (MSG-7). */
export function Apology({ onRetry }: Pick<NotNowProps, "onRetry">) {
  const { formatMessage } = useIntl();
  const [isTrying, startTrying] = useTransition();
  return (
    <div className={styles.apology}>
      <FlashMessage
        flash={{
          type: "error",
          static: true,
          title: formatMessage({ id: "portal.failed.title" }),
          text: formatMessage({ id: "portal.notNow" }),
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
