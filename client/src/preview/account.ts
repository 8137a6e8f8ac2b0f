import type { Account } from "~/lib/account/account";
import type { SignIn, SignInState } from "~/signin/signIn";

/** The preview audiences of anonymous users (`PreviewAudience` of the schema, in lower case). */
const anonymous = ["anonymous", "gate_passed"];

/**
 * The account of a preview: the audience that the editor chose, instead of the user who is signed in to this browser.
 * It has no token; the server reads the audience from the URL.
 */
export function makePreviewAccount(base: string): Account {
  const audience = base.split("~")[2] ?? "";
  const name = audience.replaceAll("_", " ");
  const state: SignInState = anonymous.includes(audience)
    ? { kind: "anonymous" }
    : {
        kind: "signedIn",
        user: { id: "preview", firstName: name, lastName: "", fullName: name, initials: "P", email: "", roles: [] },
      };
  const none = () => Promise.resolve(undefined);
  const signIn: SignIn = {
    state: () => state,
    subscribe: () => () => undefined,
    idToken: none,
    accessToken: none,
    check: () => Promise.resolve(state),
    require: () => Promise.resolve(state.kind === "signedIn"),
    logIn: () => Promise.resolve(),
    logOut: () => Promise.resolve(true),
    finish: () => Promise.resolve({ error: "A preview has no sign-in." }),
  };
  return {
    state: () => state,
    subscribe: () => () => undefined,
    open: () => Promise.resolve(signIn),
    idToken: none,
    accessToken: none,
  };
}
