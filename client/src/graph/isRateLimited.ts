import { CombinedGraphQLErrors } from "@apollo/client";

/** Whether an operation was refused because the caller has sent too many. */
export function isRateLimited(error: unknown): boolean {
  return CombinedGraphQLErrors.is(error) && error.errors[0]?.extensions?.code === "RATE_LIMITED";
}
