import { useMutation } from "@apollo/client/react";
import { type SubmitEvent, type SyntheticEvent, useRef, useState } from "react";
import { type IntlShape, useIntl } from "react-intl";
import {
  type AccountPageFragment,
  ChangePasswordDocument,
  type ChangePasswordMutation,
} from "~/graph/generated/graphql";
import { refusal } from "~/graph/errorCode";
import { signedIn } from "~/graph/signedIn";
import { controlValue } from "~/lib/interaction/controlValue";
import { Button } from "~/ui/button/Button";
import { useDraft } from "~/ui/draft/useDraft";
import { FlashMessage } from "~/ui/flash/FlashMessage";
import { FormField } from "~/ui/form/FormField";
import { VisuallyHidden } from "~/ui/hidden/VisuallyHidden";
import { useForm } from "~/ui/form/useForm";
import styles from "./Account.module.css";
import { AccountFailure } from "./AccountFailure";
import { accountTexts } from "./accountTexts";
import { meets, type PasswordRule, PasswordRules } from "./PasswordRules";

type Answer = ChangePasswordMutation["changePassword"];

export interface PasswordFormProps {
  email: string;
  fields: AccountPageFragment["passwordFields"];
  /** The rules for the new password. */
  rules: readonly PasswordRule[];
}

/** Changes the password. The identity server defines the password rules (ACC-8, ACC-15). */
export function PasswordForm({ email, fields, rules }: PasswordFormProps) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const [changePassword, { error }] = useMutation(ChangePasswordDocument, signedIn);
  const [answer, setAnswer] = useState<Answer>();
  const [formCount, setFormCount] = useState(0);
  const [typed, setTyped] = useState("");
  // How many rules are met, for screen readers, when the field is left and not at each key.
  const [summary, setSummary] = useState("");
  // Stores that the change was attempted; passwords are never stored.
  const kept = useDraft(`password-${email}`);
  const element = useRef<HTMLFormElement>(null);
  const form = useForm({ element, draft: kept });

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    return form.send(async (attempt) => {
      setAnswer(undefined);
      const input = {
        presentPassword: controlValue(data, "presentPassword"),
        nextPassword: controlValue(data, "nextPassword"),
      };
      const answered = await changePassword({ variables: { input } });
      const result = answered.data?.changePassword;
      if (result) kept.complete(attempt);
      setAnswer(result);
      if (!result?.isChanged) return refusal(answered, result?.userErrors);
      setFormCount(formCount + 1);
      setTyped("");
      setSummary("");
      return {};
    });
  };
  const errors: Record<string, string | undefined> = {
    presentPassword: presentProblem(intl, answer),
    nextPassword: nextProblem(intl, answer),
  };
  const summarize = () => {
    const checked = rules.flatMap((rule) => meets(rule, typed) ?? []);
    const met = checked.filter(Boolean).length;
    setSummary(typed === "" ? "" : formatMessage({ id: "account.rulesMet" }, { met, count: checked.length }));
  };
  const isNext = ({ target }: SyntheticEvent) => target instanceof HTMLInputElement && target.name === "nextPassword";
  return (
    <form
      key={formCount}
      ref={element}
      className={styles.form}
      onSubmit={(event) => void submit(event)}
      onInput={(event) => isNext(event) && setTyped((event.target as HTMLInputElement).value)}
      onBlur={(event) => isNext(event) && summarize()}
    >
      {/* Tells password managers which account the password belongs to. */}
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      {kept.wasInterrupted && !error && (
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
      <PasswordRules rules={rules} password={typed} />
      <VisuallyHidden>
        <span role="status">{summary}</span>
      </VisuallyHidden>
      <div className={styles.actions}>
        <Button type="submit" loading={form.isSending}>
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
