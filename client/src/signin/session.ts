import { messageOf } from "~/signin/messages";

/**
 * The state of a login that must survive the redirects to the provider and back: in session storage, that is in this
 * tab only (AUTH-3). Storage failures are logged and ignored (ERR-28); such a login ends with 'State mismatch'.
 */

/** A pending login. */
export interface PendingLogin {
  /** 16 random bytes, in hex (CONST-19). */
  state: string;
  /** The PKCE verifier: 32 random bytes, in base64url (CONST-19). */
  verifier: string;
  /** The URL that the provider sends its response to. */
  redirectUri: string;
  /** The URL after the login. */
  returnTo: string;
}

const pendingLoginKey = "strand-sign-in";
const finishedLoginKey = "strand-signed-in";
const repeatedKey = "strand-sign-in-repeated";

function withStorage<T>(work: (storage: Storage) => T): T | undefined {
  try {
    return work(window.sessionStorage);
  } catch (error) {
    console.warn("The session's storage cannot be used.", messageOf(error));
    return undefined;
  }
}

/** Stores a pending login before the page is left. */
export function storePendingLogin(login: PendingLogin) {
  withStorage((storage) => storage.setItem(pendingLoginKey, JSON.stringify(login)));
}

/** Returns and removes the login of a state: each can be used only once. */
export function takePendingLogin(state: string): PendingLogin | undefined {
  return withStorage((storage) => {
    const login = JSON.parse(storage.getItem(pendingLoginKey) ?? "null") as PendingLogin | null;
    if (login?.state !== state) return undefined;
    storage.removeItem(pendingLoginKey);
    return login;
  });
}

/** Stores where a finished login has led to, for its callback that is opened once more. */
export function storeFinishedLogin({ state, returnTo }: PendingLogin) {
  withStorage((storage) => storage.setItem(finishedLoginKey, JSON.stringify({ state, returnTo })));
}

/** Returns where the finished login of a state has led to. */
export function finishedReturn(state: string): string | undefined {
  return withStorage((storage) => {
    const login = JSON.parse(storage.getItem(finishedLoginKey) ?? "null") as Partial<PendingLogin> | null;
    return login?.state === state && typeof login.returnTo === "string" ? login.returnTo : undefined;
  });
}

/**
 * Returns whether a login was already repeated because the user info was missing, and records that it was now. Prevents
 * an endless loop with a provider that never returns user info.
 */
export function recordRepetition(): boolean {
  const isRepeated = withStorage((storage) => storage.getItem(repeatedKey) !== null);
  withStorage((storage) => storage.setItem(repeatedKey, "1"));
  // Without a storage this is unknown: no repetition.
  return isRepeated ?? true;
}

/** Allows the next login to be repeated again. */
export function allowRepetition() {
  withStorage((storage) => storage.removeItem(repeatedKey));
}
