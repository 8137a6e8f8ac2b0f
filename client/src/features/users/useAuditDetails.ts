import { useIntl } from "react-intl";
import type { AuditLogEntryFragment } from "~/graph/generated/graphql";
import type { TextId } from "~/i18n/textId";
import { useUserTexts } from "./userTexts";

/** The states with their own text. */
const states: Readonly<Record<string, readonly string[]>> = {
  "users.status": ["PENDING", "INVITED", "INVITE_EXPIRED", "ACTIVE", "INACTIVE", "DECLINED", "UNKNOWN"],
  "users.role": ["NONE", "EXTERNAL", "INTERNAL"],
  "portal.userType": ["CLOUD", "ONPREM"],
};

/** Identifies a person, since several can have the same name: by e-mail address; without one, by id. */
export const identityOf = (name: string, email: string | null, id: string) => `${name} (${email ?? id})`;

/** Returns what an entry of the audit log is about, without the user: application, organization, role and change. */
export function useAuditDetails() {
  const { formatMessage } = useIntl();
  const texts = useUserTexts();
  const state = (value: string | null) => {
    if (value === null) return formatMessage({ id: "users.log.nothing" });
    for (const prefix of ["users.status", "users.role", "portal.userType"]) {
      if (states[prefix]?.includes(value)) return formatMessage({ id: `${prefix}.${value}` as TextId });
    }
    return value;
  };
  return (entry: AuditLogEntryFragment): readonly string[] => {
    const isChange = entry.isUndo
      ? (entry.before ?? entry.after) !== null
      : entry.before !== null && entry.after !== null;
    const change =
      isChange && entry.before !== entry.after
        ? formatMessage({ id: "users.log.change" }, { before: state(entry.before), after: state(entry.after) })
        : undefined;
    // The change comes first: a narrow column cuts off the rest.
    return [
      change,
      entry.application && texts.application(entry.application),
      entry.organization,
      entry.role && formatMessage({ id: `users.role.${entry.role}` }),
      entry.applications.map((one) => texts.application(one)).join(", "),
    ].filter((text) => !!text) as string[];
  };
}
