/** The error messages of the sign-in, literally (MSG-14 to MSG-22). */
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

/** The message for a response with an unexpected status (MSG-19). */
export function unexpectedStatus(status: number): string {
  return `Expected 200, received ${status}`;
}

/** The refusals of a silent check that only mean that a login is needed. */
const loginRefusals: readonly string[] = [texts.consentRequired, texts.interactionRequired, texts.loginRequired];

/** After these errors the visitor is anonymous, and a protected page redirects to the login (AUTH-2). */
const loginErrors: readonly string[] = [
  texts.consentRequired,
  texts.timedOut,
  texts.failedToFetch,
  texts.networkError,
  texts.crossOrigin,
  texts.interactionRequired,
  texts.loginRequired,
];

/** The errors of a provider that cannot be reached, or does not answer in time. */
const unreachable: readonly string[] = [texts.timedOut, texts.failedToFetch, texts.networkError];

/** Whether the message is that of a provider that cannot be reached now: another attempt may succeed. */
export function isUnreachable(message: string): boolean {
  return unreachable.includes(message);
}

/** An error whose message may be shown and logged: it never contains a token, a code or a response body. */
export class SignInError extends Error {
  override readonly name = "SignInError";
}

/** The message of any error. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Logs the failure of work that must not stop the caller. */
export async function logErrors(work: Promise<unknown>, text: string) {
  try {
    await work;
  } catch (error) {
    console.error(text, messageOf(error));
  }
}

/** Whether the login may follow a silent check that failed with this error. */
export function needsLogin(error: unknown): boolean {
  return error instanceof SignInError && loginErrors.includes(error.message);
}

/** Whether this is a failure, and not only a refusal that means that a login is needed (MSG-24). */
export function isFailure(error: unknown): boolean {
  return !loginRefusals.includes(messageOf(error));
}

/** The error for a request without a response. Browsers word the reason differently; the texts of MSG-15 are kept. */
export function unreachableError(error: unknown, isLate: boolean): SignInError {
  if (isLate) return new SignInError(texts.timedOut);
  // Safari appends the URL.
  const standardText = [texts.networkError, texts.crossOrigin].find((text) => messageOf(error).includes(text));
  return new SignInError(standardText ?? texts.failedToFetch);
}

/** The OpenID Connect error codes for `prompt=none`. Providers use their own descriptions. */
const silentCheckTexts: Readonly<Record<string, string>> = {
  login_required: texts.loginRequired,
  consent_required: texts.consentRequired,
  interaction_required: texts.interactionRequired,
  account_selection_required: texts.interactionRequired,
};

/** The error for the provider's refusal of a silent check. */
export function silentCheckError(error: string, description: string | null): SignInError {
  return new SignInError(
    silentCheckTexts[error] ?? loginErrors.find((text) => description?.includes(text)) ?? (description || error),
  );
}
