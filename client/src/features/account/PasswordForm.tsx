import { useMutation } from "@apollo/client/react";
import { type SubmitEvent, useState } from "react";
import { type IntlShape, useIntl } from "react-intl";
import {
  type AccountPageFragment,
  ChangePasswordDocument,
  type ChangePasswordMutation,
} from "~/graph/generated/graphql";
import { hasKnownResult } from "~/graph/errorCode";
import { signedIn } from "~/graph/signedIn";
import { controlValue } from "~/lib/controlValue";
import { Button } from "~/ui/button/Button";
import { useDraft } from "~/ui/draft/useDraft";
import { FlashMessage } from "~/ui/flash/FlashMessage";
import { FormField } from "~/ui/form/FormField";
import styles from "./Account.module.css";
import { AccountFailure } from "./AccountFailure";
import { accountTexts } from "./accountTexts";

type Answer = ChangePasswordMutation["changePassword"];

export interface PasswordFormProps {
  email: string;
  fields: AccountPageFragment["passwordFields"];
}

/** Changes the password. The identity server defines the password rules (ACC-8). */
export function PasswordForm({ email, fields }: PasswordFormProps) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const [changePassword, { loading, error }] = useMutation(ChangePasswordDocument, signedIn);
  const [answer, setAnswer] = useState<Answer>();
  const [formCount, setFormCount] = useState(0);
  // Stores that the change was attempted; passwords are never stored.
  const { prepare, complete, wasInterrupted, forgetAttempt } = useDraft(`password-${email}`);

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (loading) return;
    const form = event.currentTarget;
    const data = new FormData(form);
    setAnswer(undefined);
    const attempt = prepare();
    const input = {
      presentPassword: controlValue(data, "presentPassword"),
      nextPassword: controlValue(data, "nextPassword"),
    };
    const { data: answered, error: failure } = await changePassword({ variables: { input } });
    if (!answered) {
      if (hasKnownResult({ error: failure })) forgetAttempt();
      return;
    }
    complete(attempt);
    setAnswer(answered.changePassword);
    if (answered.changePassword.isChanged) setFormCount(formCount + 1);
    else {
      const field = answered.changePassword.userErrors[0]?.field;
      if (field) form.querySelector<HTMLElement>(`[name="${field}"]`)?.focus();
    }
  };
  const errors: Record<string, string | undefined> = {
    presentPassword: presentProblem(intl, answer),
    nextPassword: nextProblem(intl, answer),
  };
  return (
    <form key={formCount} className={styles.form} onSubmit={(event) => void submit(event)}>
      {/* Tells password managers which account the password belongs to. */}
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      {wasInterrupted && !error && (
        <FlashMessage flash={{ static: true, text: formatMessage({ id: "account.passwordInterrupted" }) }} />
      )}
      {fields.map((field) => (
        <FormField
          key={field.name}
          field={field}
          texts={accountTexts}
          defaultValue=""
          isInvalid={false}
          error={errors[field.name]}
        />
      ))}
      <div className={styles.actions}>
        <Button type="submit" loading={loading}>
          {formatMessage({ id: "account.changePassword" })}
        </Button>
        <p role="status" className={styles.saved}>
          {answer?.isChanged && formatMessage({ id: "account.passwordChanged" })}
        </p>
        <AccountFailure error={error} />
      </div>
    </form>
  );
}

function presentProblem(intl: IntlShape, answer: Answer | undefined): string | undefined {
  if (answer?.lockedUntil)
    return intl.formatMessage({ id: "account.locked" }, { time: intl.formatTime(answer.lockedUntil) });
  if (answer?.userErrors.some((e) => e.field === "presentPassword"))
    return intl.formatMessage({ id: "account.wrongPassword" });
  return undefined;
}

function nextProblem(intl: IntlShape, answer: Answer | undefined): string | undefined {
  if (!answer || answer.policyFailures.length === 0) return undefined;
  return answer.policyFailures
    .map(({ code, count, text }) =>
      // No policy code is defined for this rule (ACC-7).
      code === "UNKNOWN_POLICY" && text === "COMMON_PASSWORD"
        ? intl.formatMessage({ id: "policy.COMMON_PASSWORD" })
        : intl.formatMessage({ id: `policy.${code}` }, { count, text }),
    )
    .join(" ");
}
