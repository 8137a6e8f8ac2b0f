import { createContext, useContext, useSyncExternalStore } from "react";
import { whenIdle } from "~/lib/loading/whenIdle";
import type { Config } from "~/lib/document/config";
import type { SignIn, SignInState, User } from "~/signin/signIn";

/** `localStorage` key: set if a user was signed in. Only then do public pages check the session. */
const hintKey = "strand-signed-in";

/** The session of this browser. The code of the sign-in is loaded on first use. */
export interface Account {
  state: () => SignInState;
  /** Calls the listener at each change; returns the unsubscribe function. */
  subscribe: (listener: () => void) => () => void;
  open: () => Promise<SignIn>;
  /** Returns the ID token of the signed-in user, other than the refused one; undefined for an anonymous user. */
  idToken: (refused?: string) => Promise<string | undefined>;
  /** Returns the access token that was issued with an ID token; undefined for an unknown ID token. */
  accessToken: (idToken: string) => Promise<string | undefined>;
}

const unknownState: SignInState = { kind: "unknown" };

/** The account of an anonymous user: on the server, and if no identity server is configured. */
export const anonymousAccount: Account = {
  state: () => unknownState,
  subscribe: () => () => undefined,
  open: () => Promise.reject(new Error("No identity server is configured.")),
  idToken: () => Promise.resolve(undefined),
  accessToken: () => Promise.resolve(undefined),
};

/** Creates the account of this visit. */
export function makeAccount({ issuer, clientId, scope, rolesClaim, roleNames }: Config): Account {
  if (!issuer || !clientId || !scope) return anonymousAccount;
  const listeners = new Set<() => void>();
  let signIn: SignIn | undefined;
  let opening: Promise<SignIn> | undefined;

  const load = async () => {
    const { makeSignIn } = await import("~/signin/signIn");
    const loaded = makeSignIn({ issuer, clientId, scope, rolesClaim, roleNames });
    loaded.subscribe(() => {
      storeHint(loaded.state());
      listeners.forEach((listener) => listener());
    });
    signIn = loaded;
    return loaded;
  };
  return {
    state: () => signIn?.state() ?? unknownState,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    open: () =>
      (opening ??= load().catch((error: unknown) => {
        // A release may have removed the chunk; the next attempt imports it again.
        opening = undefined;
        throw error;
      })),
    idToken: async (refused) => (signIn ? signIn.idToken(refused) : undefined),
    accessToken: async (idToken) => (signIn ? signIn.accessToken(idToken) : undefined),
  };
}

/** Stores that a user was signed in, so that the public pages of this browser check the session. */
export function rememberSignIn() {
  try {
    localStorage.setItem(hintKey, "true");
  } catch (error) {
    console.warn("The browser's storage cannot be written.", error);
  }
}

function storeHint({ kind }: SignInState) {
  if (kind === "signedIn") {
    rememberSignIn();
    return;
  }
  try {
    if (kind === "anonymous") localStorage.removeItem(hintKey);
  } catch (error) {
    console.warn("The browser's storage cannot be written.", error);
  }
}

/** Checks the session when the browser is idle, if a user was signed in before. */
export function recognizeUser(account: Account) {
  let wasSignedIn = false;
  try {
    wasSignedIn = localStorage.getItem(hintKey) !== null;
  } catch (error) {
    console.warn("The browser's storage cannot be read.", error);
  }
  if (!wasSignedIn) return;
  whenIdle(() => {
    account
      .open()
      .then((signIn) => signIn.check())
      .catch((error: unknown) => console.warn("The session cannot be checked.", error));
  }, 200);
}

const AccountContext = createContext<Account>(anonymousAccount);

export const AccountProvider = AccountContext.Provider;

/** The account of this visit. */
export function useAccount(): Account {
  return useContext(AccountContext);
}

/** Whether the user has a role whose strings contain the role (PORT-2). Only the server decides about permissions. */
export function hasRole(user: User, role: string): boolean {
  return user.roles.some((one) => one.includes(role));
}

/** The state of the sign-in; unknown on the server and until it is checked. */
export function useSignInState(): SignInState {
  const { subscribe, state } = useAccount();
  return useSyncExternalStore(subscribe, state, () => unknownState);
}
