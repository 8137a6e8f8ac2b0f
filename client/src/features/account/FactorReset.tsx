import { useMutation } from "@apollo/client/react";
import { useEffect, useRef, useState } from "react";
import { useIntl } from "react-intl";
import { ResetSecondFactorDocument } from "~/graph/generated/graphql";
import { signedIn } from "~/graph/signedIn";
import { useAccount } from "~/lib/account/account";
import { Button } from "~/ui/button/Button";
import styles from "./Account.module.css";
import { FactorFailure } from "./FactorFailure";

/** Resets the second factor after a question, which needs a new login (ACC-11). */
export function FactorReset() {
  const { formatMessage } = useIntl();
  const account = useAccount();
  const [resetSecondFactor, { loading, error }] = useMutation(ResetSecondFactorDocument, signedIn);
  const [isConfirming, setConfirming] = useState(false);
  const [isCancelled, setCancelled] = useState(false);
  const question = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  // The question and the button replace each other.
  useEffect(() => {
    if (isConfirming) question.current?.focus();
    else if (isCancelled) button.current?.focus();
  }, [isConfirming, isCancelled]);
  const reset = async () => {
    const { data } = await resetSecondFactor();
    if (!data) return;
    const signIn = await account.open();
    await signIn.logIn(window.location.pathname);
  };
  if (!isConfirming) {
    return (
      <div className={styles.actions}>
        <Button ref={button} variant="secondary" onClick={() => setConfirming(true)}>
          {formatMessage({ id: "account.resetFactor" })}
        </Button>
      </div>
    );
  }
  return (
    <div ref={question} tabIndex={-1} className={styles.setup}>
      <p className={styles.text} role="status">
        {formatMessage({ id: "account.resetQuestion" })}
      </p>
      <div className={styles.actions}>
        <Button loading={loading} onClick={() => void reset()}>
          {formatMessage({ id: "account.resetNow" })}
        </Button>
        <Button
          variant="quiet"
          onClick={() => {
            setConfirming(false);
            setCancelled(true);
          }}
        >
          {formatMessage({ id: "common.cancel" })}
        </Button>
        <FactorFailure error={error} />
      </div>
    </div>
  );
}
