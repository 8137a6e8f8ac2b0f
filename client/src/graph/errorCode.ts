import { CombinedGraphQLErrors } from "@apollo/client";

/** The caller has sent too many requests, or has caused too many mails (`internal/apperr`). */
export const rateLimited = "RATE_LIMITED";

/** Too many mails were sent to the e-mail address of an invitation, by all administrators together. */
export const recipientLimited = "RECIPIENT_LIMITED";

/** Whether a GraphQL error has a code (`internal/apperr`, ERR-4). */
export function hasCode(error: unknown, code: string): boolean {
  return CombinedGraphQLErrors.is(error) && error.errors.some((e) => e.extensions?.code === code);
}

/** The codes of operations that were refused before anything was changed, and that a new login does not repeat. */
const refusals = ["BAD_USER_INPUT", "FORBIDDEN", "NOT_FOUND", "CONFLICT", rateLimited, "RECENT_LOGIN_REQUIRED"];

/** Whether it is known what an operation has done: it has an answer, or was refused. */
function hasKnownResult({ data, error }: { data?: unknown; error?: unknown }): boolean {
  return !!data || refusals.some((code) => hasCode(error, code));
}

/**
 * The result of a form whose mutation has not done what it should (`FormResult`): the fields that the user errors name,
 * otherwise a failure.
 */
export function refusal(
  answer: { data?: unknown; error?: unknown },
  userErrors: readonly { field?: string | null }[] = [],
) {
  const refused = userErrors.flatMap(({ field }) => field ?? []);
  const failure = hasCode(answer.error, rateLimited) ? ("limited" as const) : ("failed" as const);
  return { refused, failure: refused.length > 0 ? undefined : failure, isUnknown: !hasKnownResult(answer) };
}
