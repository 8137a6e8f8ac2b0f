import { useMutation } from "@apollo/client/react";
import { type SubmitEvent, useEffect, useRef, useState } from "react";
import { useIntl } from "react-intl";
import {
  type AccountPageFragment,
  ConfirmSecondFactorDocument,
  type StartSecondFactorMutation,
} from "~/graph/generated/graphql";
import { signedIn } from "~/graph/signedIn";
import { controlValue } from "~/lib/interaction/controlValue";
import { Button } from "~/ui/button/Button";
import { FormField } from "~/ui/form/FormField";
import styles from "./Account.module.css";
import { accountTexts } from "./accountTexts";
import { FactorFailure } from "./FactorFailure";
import type { CreatedCodes } from "./RecoveryCodes";

export interface FactorSetupProps {
  setup: StartSecondFactorMutation["startSecondFactor"];
  fields: AccountPageFragment["oneTimeCodeFields"];
  /** Called with recovery codes, which the user must save before the second factor is active. */
  onConfirmed: (created: CreatedCodes) => void;
}

/** Confirms a new second factor by a code of the authenticator app. */
export function FactorSetup({ setup, fields, onConfirmed }: FactorSetupProps) {
  const { formatMessage } = useIntl();
  const [confirmSecondFactor, { loading, error }] = useMutation(ConfirmSecondFactorDocument, signedIn);
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
    const { recoveryCodes: codes, recoveryCodesId: id } = data.confirmSecondFactor;
    if (id !== null) onConfirmed({ id, codes });
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
        <FactorFailure error={error} />
      </div>
    </form>
  );
}
