import { useMutation } from "@apollo/client/react";
import { useEffect, useRef, useState } from "react";
import { useIntl } from "react-intl";
import {
  type AccountPageFragment,
  CreateRecoveryCodesDocument,
  type ProfileFieldsFragment,
  StartSecondFactorDocument,
  type StartSecondFactorMutation,
} from "~/graph/generated/graphql";
import { signedIn } from "~/graph/signedIn";
import { Button } from "~/ui/button/Button";
import { useDraft } from "~/ui/draft/useDraft";
import styles from "./Account.module.css";
import { FactorFailure } from "./FactorFailure";
import { FactorReset } from "./FactorReset";
import { FactorSetup } from "./FactorSetup";
import { type CreatedCodes, RecoveryCodes } from "./RecoveryCodes";
import { SaveCodes, type SaveCodesProps } from "./SaveCodes";

export interface SecondFactorProps {
  profile: ProfileFieldsFragment;
  codeFields: AccountPageFragment["oneTimeCodeFields"];
}

/**
 * Enables the second factor, which is on when its recovery codes are saved, and creates new recovery codes (ACC-10), or
 * resets it (ACC-11).
 */
export function SecondFactor({ profile, codeFields }: SecondFactorProps) {
  const { formatMessage } = useIntl();
  const isOn = profile.hasSecondFactor;
  // For an account that is managed internally, the second factor can only be reset (ACC-5).
  const mayEnable = !profile.isManagedInternally;
  const offText = mayEnable ? "account.factorOff" : "account.factorOffManaged";
  const [setup, setSetup] = useState<StartSecondFactorMutation["startSecondFactor"]>();
  const [created, setCreated] = useState<CreatedCodes>();
  // The id of codes that are not valid yet: a login that the confirmation needs leaves the page.
  const kept = useDraft(`recovery-codes-${profile.email}`);
  const [end, setEnd] = useState<Parameters<SaveCodesProps["onEnd"]>[0]>();
  const [startSecondFactor, starting] = useMutation(StartSecondFactorDocument, signedIn);
  const [createRecoveryCodes, creating] = useMutation(CreateRecoveryCodesDocument, signedIn);
  const { codesId } = kept.draft.values;

  const start = async () => {
    const { data } = await startSecondFactor();
    if (!data) return;
    kept.complete(kept.draft);
    setEnd(undefined);
    setSetup(data.startSecondFactor);
  };
  const show = (codes: CreatedCodes) => {
    kept.setValues({ codesId: codes.id });
    setSetup(undefined);
    setEnd(undefined);
    setCreated(codes);
  };
  const create = async () => {
    const { data } = await createRecoveryCodes();
    const { recoveryCodesId: id, recoveryCodes: codes } = data?.createRecoveryCodes ?? {};
    if (id && codes) show({ id, codes });
    // The second factor was reset meanwhile.
    else if (data) window.location.reload();
  };
  const finish = (how: typeof end) => {
    kept.complete(kept.draft);
    setCreated(undefined);
    setEnd(how);
  };
  const element = useRef<HTMLDivElement>(null);
  // The pressed button no longer exists.
  useEffect(() => {
    if (end) element.current?.focus();
  }, [end]);

  if (created) return <RecoveryCodes created={created} areNew={isOn} onEnd={finish} />;
  if (setup) return <FactorSetup setup={setup} fields={codeFields} onConfirmed={show} />;
  const isPending = mayEnable && codesId !== undefined;
  return (
    <div ref={element} tabIndex={-1} className={styles.factor}>
      {end === "replaced" && (
        <p role="alert" className={styles.text}>
          {formatMessage({ id: "account.codesReplaced" })}
        </p>
      )}
      {end === "saved" && isOn && (
        <p role="status" className={styles.text}>
          {formatMessage({ id: "account.codesValid" })}
        </p>
      )}
      <p className={styles.text}>{formatMessage({ id: isOn ? "account.factorOn" : offText })}</p>
      {isPending && (
        <div className={styles.pending}>
          <p className={styles.text}>
            {formatMessage({ id: isOn ? "account.newCodesPending" : "account.codesPending" })}
          </p>
          <SaveCodes id={codesId} onEnd={finish} />
        </div>
      )}
      {isOn && (
        <div className={styles.actions}>
          {profile.recoveryCodesLeft !== null && (
            <p>{formatMessage({ id: "account.codesLeft" }, { count: profile.recoveryCodesLeft })}</p>
          )}
          {mayEnable && (
            <Button variant="secondary" size="small" loading={creating.loading} onClick={() => void create()}>
              {formatMessage({ id: "account.newCodes" })}
            </Button>
          )}
          <FactorFailure error={creating.error} />
        </div>
      )}
      {isOn && <FactorReset />}
      {!isOn && mayEnable && (
        <div className={styles.actions}>
          <Button variant={isPending ? "secondary" : "primary"} loading={starting.loading} onClick={() => void start()}>
            {formatMessage({ id: isPending ? "account.startAgain" : "account.enableFactor" })}
          </Button>
          <FactorFailure error={starting.error} />
        </div>
      )}
    </div>
  );
}
