import { type IntlShape, useIntl } from "react-intl";
import type { AccountPageFragment } from "~/graph/generated/graphql";
import { VisuallyHidden } from "~/ui/hidden/VisuallyHidden";
import { CheckIcon } from "~/ui/icon/iconSet";
import styles from "./Account.module.css";

export type PasswordRule = NonNullable<AccountPageFragment["passwordRules"]>[number];

export interface PasswordRulesProps {
  rules: readonly PasswordRule[];
  /** What is typed. */
  password: string;
}

/** The rules for a new password, with a tick for each that the typed one meets (ACC-15). */
export function PasswordRules({ rules, password }: PasswordRulesProps) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const shown = rules.flatMap((rule) => {
    const text = textOf(intl, rule);
    return text ? { rule, text } : [];
  });
  if (shown.length === 0) return null;
  return (
    <div className={styles.rules}>
      <p>{formatMessage({ id: "account.passwordRules" })}</p>
      <ul>
        {shown.map(({ rule, text }) => {
          const isMet = password !== "" && meets(rule, password) === true;
          return (
            <li key={rule.code} className={isMet ? `${styles.rule} ${styles.isMet}` : styles.rule}>
              <span className={styles.tick}>{isMet && <CheckIcon size={16} />}</span>
              <span>
                {isMet && <VisuallyHidden>{formatMessage({ id: "account.ruleMet" })} </VisuallyHidden>}
                {text}
              </span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** Whether a password meets a rule; undefined for a rule that only the server can check. */
export function meets({ code, count }: PasswordRule, password: string): boolean | undefined {
  // Code points, as the server counts.
  const characters = Array.from(password);
  switch (code) {
    case "MIN_LENGTH":
      return characters.length >= count;
    case "MAX_LENGTH":
      return characters.length <= count;
    case "AT_LEAST_X_CAPITAL_LETTERS":
      return characters.filter((character) => /^\p{Lu}$/u.test(character)).length >= count;
    case "AT_LEAST_X_NUMBERS":
      return characters.filter((character) => /^\p{Nd}$/u.test(character)).length >= count;
    default:
      return undefined;
  }
}

/** The text of a rule; undefined for one that cannot be stated before a password is typed. */
function textOf(intl: IntlShape, rule: PasswordRule): string | undefined {
  const { code, count, text } = rule;
  if (code === "UNKNOWN_POLICY" && text === "COMMON_PASSWORD")
    return intl.formatMessage({ id: "account.ruleNotCommon" });
  return meets(rule, "") === undefined ? undefined : intl.formatMessage({ id: `policy.${code}` }, { count });
}
