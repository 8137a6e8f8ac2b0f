import { CombinedGraphQLErrors } from "@apollo/client";

/** Whether a GraphQL error has a code (`internal/apperr`, ERR-4). */
export function hasCode(error: unknown, code: string): boolean {
  return CombinedGraphQLErrors.is(error) && error.errors.some((e) => e.extensions?.code === code);
}
