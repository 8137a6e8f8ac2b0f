import type { ErrorLike } from "@apollo/client";
import { useMutation } from "@apollo/client/react";
import { type SubmitEvent, useEffect, useRef, useState } from "react";
import { useIntl } from "react-intl";
import { useAccount } from "~/lib/account/account";
import {
  type AccountPageFragment,
  ConfirmSecondFactorDocument,
  ResetSecondFactorDocument,
  StartSecondFactorDocument,
  type StartSecondFactorMutation,
  type ProfileFieldsFragment,
} from "~/graph/generated/graphql";
import { profileId } from "~/graph/cache";
import { hasCode } from "~/graph/errorCode";
import { signedIn } from "~/graph/signedIn";
import { controlValue } from "~/lib/interaction/controlValue";
import { LogInAgain } from "~/ui/account/LogInAgain";
import { Button } from "~/ui/button/Button";
import { FormField } from "~/ui/form/FormField";
import styles from "./Account.module.css";
import { AccountFailure } from "./AccountFailure";
import { accountTexts } from "./accountTexts";
import { RecoveryCodes } from "./RecoveryCodes";

export interface SecondFactorProps {
  profile: ProfileFieldsFragment;
  codeFields: AccountPageFragment["oneTimeCodeFields"];
}

/** Enables the second factor (ACC-10), or resets it, which needs a new login (ACC-11). */
export function SecondFactor({ profile, codeFields }: SecondFactorProps) {
  const { formatMessage } = useIntl();
  const isOn = profile.hasSecondFactor;
  // For an account that is managed internally, the second factor can only be reset (ACC-5).
  const mayEnable = !profile.isManagedInternally;
  const offText = mayEnable ? "account.factorOff" : "account.factorOffManaged";
  const [setup, setSetup] = useState<StartSecondFactorMutation["startSecondFactor"]>();
  const [codes, setCodes] = useState<readonly string[]>();
  const [startSecondFactor, { loading, error }] = useMutation(StartSecondFactorDocument, signedIn);

  const start = async () => {
    const { data } = await startSecondFactor();
    if (data) setSetup(data.startSecondFactor);
  };
  const [areSaved, setSaved] = useState(false);
  const element = useRef<HTMLDivElement>(null);
  // The pressed button no longer exists.
  useEffect(() => {
    if (areSaved) element.current?.focus();
  }, [areSaved]);
  const save = () => {
    setCodes(undefined);
    setSaved(true);
  };
  if (codes) return <RecoveryCodes codes={codes} onSaved={save} />;
  return (
    <div ref={element} tabIndex={-1} className={styles.factor}>
      <p className={styles.text}>{formatMessage({ id: isOn ? "account.factorOn" : offText })}</p>
      {isOn && profile.recoveryCodesLeft !== null && (
        <p className={styles.text}>
          {formatMessage({ id: "account.codesLeft" }, { count: profile.recoveryCodesLeft })}
        </p>
      )}
      {isOn && <ResetSection />}
      {!isOn && mayEnable && !setup && (
        <div className={styles.actions}>
          <Button loading={loading} onClick={() => void start()}>
            {formatMessage({ id: "account.enableFactor" })}
          </Button>
          <Failure error={error} />
        </div>
      )}
      {setup && (
        <ConfirmForm
          setup={setup}
          fields={codeFields}
          onConfirmed={(recovery) => {
            setSetup(undefined);
            setCodes(recovery);
          }}
        />
      )}
    </div>
  );
}

/** Shows why a change failed. If it requires a recent login, links to the login and back to this page. */
function Failure({ error }: { error: ErrorLike | undefined }) {
  const { formatMessage } = useIntl();
  const needsLogin = hasCode(error, "RECENT_LOGIN_REQUIRED");
  if (!needsLogin) return <AccountFailure error={error} />;
  return (
    <>
      <p role="alert" className={styles.text}>
        {formatMessage({ id: "account.recentLogin" })}
      </p>
      <LogInAgain hash="#second-factor" />
    </>
  );
}

interface ConfirmProps {
  setup: StartSecondFactorMutation["startSecondFactor"];
  fields: AccountPageFragment["oneTimeCodeFields"];
  onConfirmed: (recoveryCodes: readonly string[]) => void;
}

function ConfirmForm({ setup, fields, onConfirmed }: ConfirmProps) {
  const { formatMessage } = useIntl();
  const [confirmSecondFactor, { loading, error }] = useMutation(ConfirmSecondFactorDocument, {
    ...signedIn,
    update: (cache, { data }) => {
      if (data?.confirmSecondFactor.recoveryCodes.length)
        cache.modify({
          id: profileId,
          fields: {
            hasSecondFactor: () => true,
            recoveryCodesLeft: () => data.confirmSecondFactor.recoveryCodes.length,
          },
        });
    },
  });
  const [isWrong, setWrong] = useState(false);
  // The pressed button no longer exists.
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.focus(), []);
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (loading) return;
    const oneTimeCode = controlValue(new FormData(event.currentTarget), "oneTimeCode").replaceAll(/\s/g, "");
    setWrong(false);
    const { data } = await confirmSecondFactor({ variables: { input: { oneTimeCode } } });
    if (!data) return;
    const { recoveryCodes } = data.confirmSecondFactor;
    if (recoveryCodes.length > 0) onConfirmed(recoveryCodes);
    else setWrong(true);
  };
  return (
    <form ref={form} tabIndex={-1} className={styles.setup} onSubmit={(event) => void submit(event)}>
      <p className={styles.text}>{formatMessage({ id: "account.scan" })}</p>
      <img src={setup.qrCode} alt={formatMessage({ id: "account.qrCode" })} width={240} height={240} />
      <p className={styles.text}>
        {formatMessage({ id: "account.secret" })} <code className={styles.secret}>{setup.secret}</code>
      </p>
      {fields.map((field) => (
        <FormField
          key={field.name}
          field={field}
          texts={accountTexts}
          defaultValue=""
          isInvalid={false}
          error={isWrong ? formatMessage({ id: "account.wrongCode" }) : undefined}
        />
      ))}
      <div className={styles.actions}>
        <Button type="submit" loading={loading}>
          {formatMessage({ id: "account.confirmFactor" })}
        </Button>
        <Failure error={error} />
      </div>
    </form>
  );
}

function ResetSection() {
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
        <Failure error={error} />
      </div>
    </div>
  );
}
