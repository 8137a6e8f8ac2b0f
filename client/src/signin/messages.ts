/** What can go wrong while signing in, word for word (MSG-14 to MSG-22). */
export const texts = {
  consentRequired: "Authentication or consent required",
  timedOut: "Authorization timed out",
  failedToFetch: "Failed to fetch",
  networkError: "NetworkError when attempting to fetch resource.",
  crossOrigin: "Cross-origin redirection",
  interactionRequired: "The request requires some interaction that is not allowed.",
  loginRequired: "User authentication is required",
  stateMismatch: "State mismatch",
  noCode: "Failed to acquire authorization code",
  noExchange: "Unable to exchange authorization for tokens",
  noAccessToken: "Access token not found in response",
  noUserInfo: "Failed to get user info",
  noEndSession: "Failed to end session",
  noRevocation: "Failed to revoke token",
  brokenTokens: "Could not parse token object from storage",
  missingParams: "missing params",
} as const;

/** The text for an answer with another status than the one that is needed (MSG-19). */
export function unexpectedStatus(status: number): string {
  return `Expected 200, received ${status}`;
}

/** What a provider says who does what was asked: that a login is needed. */
const plainRefusals: readonly string[] = [texts.consentRequired, texts.interactionRequired, texts.loginRequired];

/** After these a visitor is merely not signed in, and a protected page leads to the login (AUTH-2). */
const asksForLogin: readonly string[] = [
  texts.consentRequired,
  texts.timedOut,
  texts.failedToFetch,
  texts.networkError,
  texts.crossOrigin,
  texts.interactionRequired,
  texts.loginRequired,
];

/** A failure with a text that may be shown and logged: it never holds a token, a code or an answer. */
export class SignInError extends Error {
  override readonly name = "SignInError";
}

/** The text of a failure; of one that is not ours too. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Whether a silent check that failed so may be followed by the login. */
export function needsLogin(error: unknown): boolean {
  return error instanceof SignInError && asksForLogin.includes(error.message);
}

/** Whether something failed, and the provider has not merely said that a login is needed (MSG-24). */
export function isFailure(error: unknown): boolean {
  return !plainRefusals.includes(messageOf(error));
}

/** A request that got no answer. Browsers say in different words why; those of MSG-15 are kept. */
export function unreachable(error: unknown, isLate: boolean): SignInError {
  if (isLate) return new SignInError(texts.timedOut);
  // Safari's continues with the address.
  const known = [texts.networkError, texts.crossOrigin].find((text) => messageOf(error).includes(text));
  return new SignInError(known ?? texts.failedToFetch);
}

/** What OpenID Connect calls the refusals of `prompt=none`. Providers describe them in words of their own. */
const refusals: Readonly<Record<string, string>> = {
  login_required: texts.loginRequired,
  consent_required: texts.consentRequired,
  interaction_required: texts.interactionRequired,
  account_selection_required: texts.interactionRequired,
};

/** The provider's refusal of a silent check. */
export function refusal(error: string, description: string | null): SignInError {
  return new SignInError(
    refusals[error] ?? asksForLogin.find((text) => description?.includes(text)) ?? (description || error),
  );
}
