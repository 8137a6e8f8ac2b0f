import { createContext, useContext, useSyncExternalStore } from "react";
import type { Config } from "~/app/config";
import type { SignIn, SignInState } from "~/signin/signIn";

/** Says in the browser's storage that somebody is signed in: only then is it worth looking, on pages for everybody. */
const hintKey = "strand-signed-in";

/** Who is signed in in this browser. The code of signing in is fetched once it is needed. */
export interface Account {
  state: () => SignInState;
  /** Hears of changes until what it returns is called. */
  subscribe: (listener: () => void) => () => void;
  open: () => Promise<SignIn>;
  /** The id token of whoever is signed in, and not the one that was refused; nothing for nobody. */
  idToken: (refused?: string) => Promise<string | undefined>;
}

const unknown: SignInState = { kind: "unknown" };

/** Nobody's: that of the server, and of pages without signing in. */
const nobody: Account = {
  state: () => unknown,
  subscribe: () => () => undefined,
  open: () => Promise.reject(new Error("Nobody can sign in here.")),
  idToken: () => Promise.resolve(undefined),
};

/** Makes the account of this visit. */
export function makeAccount({ issuer, clientId, scope }: Config): Account {
  if (!issuer || !clientId || !scope) return nobody;
  const listeners = new Set<() => void>();
  let signIn: SignIn | undefined;
  let opening: Promise<SignIn> | undefined;

  const load = async () => {
    const { makeSignIn } = await import("~/signin/signIn");
    const made = makeSignIn({ issuer, clientId, scope });
    made.subscribe(() => {
      hint(made.state());
      listeners.forEach((listener) => listener());
    });
    signIn = made;
    return made;
  };
  return {
    state: () => signIn?.state() ?? unknown,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    open: () =>
      (opening ??= load().catch((error: unknown) => {
        // A release may have taken the code away; the next attempt asks again.
        opening = undefined;
        throw error;
      })),
    idToken: async (refused) => (signIn ? signIn.idToken(refused) : undefined),
  };
}

function hint({ kind }: SignInState) {
  try {
    if (kind === "signedIn") localStorage.setItem(hintKey, "true");
    else if (kind === "anonymous") localStorage.removeItem(hintKey);
  } catch (error) {
    console.warn("The browser's storage cannot be written.", error);
  }
}

/** Finds out who is signed in where somebody was before, once the page has nothing better to do. */
export function recognize(account: Account) {
  let wasSignedIn = false;
  try {
    wasSignedIn = localStorage.getItem(hintKey) !== null;
  } catch (error) {
    console.warn("The browser's storage cannot be read.", error);
  }
  if (!wasSignedIn) return;
  const look = () => {
    account
      .open()
      .then((signIn) => signIn.check())
      .catch((error: unknown) => console.warn("It cannot be told who is signed in.", error));
  };
  // Safari has no idle callbacks.
  if ("requestIdleCallback" in window) window.requestIdleCallback(look);
  else setTimeout(look, 200);
}

const AccountContext = createContext<Account>(nobody);

export const AccountProvider = AccountContext.Provider;

/** The account of this visit. */
export function useAccount(): Account {
  return useContext(AccountContext);
}

/** Who is signed in; unknown on the server, and until somebody has looked. */
export function useSignInState(): SignInState {
  const { subscribe, state } = useAccount();
  return useSyncExternalStore(subscribe, state, () => unknown);
}
