// Rules: AUTH-2, MSG-14, MSG-15, MSG-24.

import { isFailure, needsLogin, silentCheckError, texts, unreachableError } from "./messages";

test.each([
  ["login_required", null, "User authentication is required"],
  ["consent_required", null, "Authentication or consent required"],
  ["interaction_required", null, "The request requires some interaction that is not allowed."],
  ["access_denied", "Authentication or consent required", "Authentication or consent required"],
  ["access_denied", "The request requires some interaction that is not allowed.", texts.interactionRequired],
  ["access_denied", "User authentication is required", "User authentication is required"],
])("maps the refusal %s (%s) to %s, which asks for a login and is not a failure", (error, description, text) => {
  const refused = silentCheckError(error, description);
  expect(refused.message).toBe(text);
  expect(needsLogin(refused)).toBe(true);
  expect(isFailure(refused)).toBe(false);
});

test.each([
  [new TypeError("Failed to fetch"), false, "Failed to fetch"],
  [new TypeError("NetworkError when attempting to fetch resource."), false, texts.networkError],
  [new TypeError("Cross-origin redirection to https://other.example/ denied"), false, "Cross-origin redirection"],
  [new TypeError("Load failed"), false, "Failed to fetch"],
  [new DOMException("The operation was aborted.", "AbortError"), true, "Authorization timed out"],
])("maps a missing response (%s, late: %s) to %s, which asks for a login and is a failure", (error, isLate, text) => {
  const failure = unreachableError(error, isLate);
  expect(failure.message).toBe(text);
  expect(needsLogin(failure)).toBe(true);
  expect(isFailure(failure)).toBe(true);
});

test("keeps the text of another refusal, which asks for no login", () => {
  expect(silentCheckError("server_error", "Out of order").message).toBe("Out of order");
  expect(needsLogin(silentCheckError("server_error", "Out of order"))).toBe(false);
});
