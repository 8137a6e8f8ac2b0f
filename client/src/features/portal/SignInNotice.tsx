import { type ReactNode, useEffect, useState } from "react";
import { useIntl } from "react-intl";
import { Button, ButtonLink } from "~/ui/button/Button";
import { FailureNotice } from "~/ui/flash/FailureNotice";
import { VisuallyHidden } from "~/ui/hidden/VisuallyHidden";
import { Spinner } from "~/ui/spinner/Spinner";
import styles from "./SignInNotice.module.css";

/** The state of the sign-in on a portal page. */
export type SignInStatus =
  /** The caller tries again for up to 30 seconds if `mayCancel` is true; the text is that of the sign-in by default. */
  | { kind: "waiting"; mayCancel?: boolean; text?: "portal.signingOut" }
  /** The sign-in failed; the detail is the identity server's message. */
  | { kind: "refused"; detail?: string | undefined; retry: () => void }
  /** The response of a login was refused; the URL requires another one. */
  | { kind: "loginRefused"; detail?: string | undefined; loginUrl: string }
  /** The page of a signed-in customer cannot be shown. */
  | { kind: "failed"; detail?: string | undefined; retry: () => void };

/** Milliseconds after which a pending sign-in is explained and can be cancelled. */
const slowAfter = 4_000;

export interface SignInNoticeProps {
  status: SignInStatus;
  homeUrl: string;
  /** Shown during the sign-in in place of its text, which screen readers still get. */
  skeleton?: ReactNode;
}

/** Replaces a portal page during the sign-in, or shows why the sign-in or the page has failed. */
export function SignInNotice({ status, homeUrl, skeleton }: SignInNoticeProps) {
  const { formatMessage } = useIntl();
  const mayCancel = status.kind === "waiting" && status.mayCancel;
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (!mayCancel) return;
    const timer = setTimeout(() => setSlow(true), slowAfter);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [mayCancel]);
  if (status.kind === "waiting") {
    const text = formatMessage({ id: status.text ?? "portal.signingIn" });
    const slow = mayCancel && (
      <div className={styles.slow} data-shown={isSlow || undefined}>
        <p role="status">{isSlow && formatMessage({ id: "portal.signingIn.slow" })}</p>
        {isSlow && (
          <ButtonLink variant="secondary" target={{ kind: "ROUTE", url: homeUrl }}>
            {formatMessage({ id: "common.cancel" })}
          </ButtonLink>
        )}
      </div>
    );
    const unscripted = <p className={styles.unscripted}>{formatMessage({ id: "portal.scripts" })}</p>;
    if (skeleton)
      return (
        <div className={styles.loading}>
          <div role="status">
            <VisuallyHidden>{text}</VisuallyHidden>
          </div>
          {skeleton}
          {slow}
          {unscripted}
        </div>
      );
    return (
      <div className={styles.page}>
        <p className={styles.waiting} role="status">
          <Spinner size={24} decorative /> {text}
        </p>
        {slow}
        {unscripted}
      </div>
    );
  }
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>
        {formatMessage({ id: status.kind === "failed" ? "portal.unread" : "portal.failed" })}
      </h1>
      <FailureNotice detail={status.detail} />
      <p className={styles.actions}>
        {status.kind === "loginRefused" ? (
          <ButtonLink target={{ kind: "PLAIN", url: status.loginUrl }}>
            {formatMessage({ id: "account.logInAgain" })}
          </ButtonLink>
        ) : (
          <Button onClick={status.retry}>{formatMessage({ id: "portal.again" })}</Button>
        )}
        <ButtonLink variant="secondary" target={{ kind: "ROUTE", url: homeUrl }}>
          {formatMessage({ id: "error.home" })}
        </ButtonLink>
      </p>
    </div>
  );
}
