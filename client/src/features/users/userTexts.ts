import { useIntl } from "react-intl";
import type { PortalService, UserAction, UserActionOptionFragment } from "~/graph/generated/graphql";
import type { TextId } from "~/i18n/textId";

const errorsWithText: readonly string[] = [
  "FORBIDDEN",
  "NOT_FOUND",
  "OWN_ACCOUNT",
  "MANAGED_INTERNALLY",
  "STATE_CHANGED",
  "APPLICATION_NOT_OFFERED",
  "ORGANIZATION_NOT_FOUND",
  "ROLE_NOT_GRANTABLE",
  "LAST_ADMINISTRATOR",
  "ALREADY_EXISTS",
  "KEY_REUSED",
  "RATE_LIMITED",
  "RECIPIENT_LIMITED",
  "REQUIRED",
  "SECOND_ADMINISTRATOR",
  "RECENT_LOGIN_REQUIRED",
];

/** The actions whose name is only clear beside an application or a request. */
const actionsWithLogText: readonly string[] = [
  "ACCEPT_REQUEST",
  "DENY_REQUEST",
  "ACCEPT_MEMBERSHIP",
  "DENY_MEMBERSHIP",
  "ADD_APPLICATION",
  "EDIT_ACCESS",
  "WITHDRAW_ACCESS",
];

/** The texts of user administration in the language of the interface. */
export function useUserTexts() {
  const { formatMessage, formatDate, formatDisplayName } = useIntl();
  const application = (service: PortalService) => formatMessage({ id: `portal.service.${service}.title` });
  const action = (one: UserAction) => formatMessage({ id: `users.action.${one}` });
  return {
    application,
    action,
    /** The name of an action with what it is about. */
    choice: (option: UserActionOptionFragment) =>
      [action(option.action), option.application && application(option.application), option.organization?.name]
        .filter(Boolean)
        .join(": "),
    /** The name of an action in a list of all actions. */
    loggedAction: (action: string) =>
      formatMessage({
        id: (actionsWithLogText.includes(action) ? `users.log.action.${action}` : `users.action.${action}`) as TextId,
      }),
    done: (action: UserAction, name: string) => formatMessage({ id: `users.done.${action}` }, { name }),
    failed: (action: UserAction, name: string) => formatMessage({ id: `users.failed.${action}` }, { name }),
    /** The message for the code of a user error; a generic message for other failures. */
    error: (code: string | undefined) =>
      formatMessage({
        id: `users.error.${code !== undefined && errorsWithText.includes(code) ? code : "OTHER"}` as TextId,
      }),
    /** Formats the location of a user or organization: city, country and sub region, as far as known. */
    place: ({ city, country, subRegion }: { city: string; country?: string | null; subRegion: string }) =>
      [city, country && formatDisplayName(country, { type: "region" }), subRegion].filter(Boolean).join(", "),
    date: (value: string) => formatDate(value, { dateStyle: "medium" }),
    moment: (value: string) => formatDate(value, { dateStyle: "medium", timeStyle: "short" }),
  };
}
