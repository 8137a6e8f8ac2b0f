import { messageOf } from "~/signin/messages";

/**
 * What must survive the way to the provider and back: in session storage, that is in this tab alone (AUTH-3). Failures
 * of the storage are logged and ignored (ERR-28); a login then ends with 'State mismatch'.
 */

/** A login that has begun. */
export interface Flow {
  /** 16 random bytes, in hex (CONST-19). */
  state: string;
  /** The PKCE verifier: 32 random bytes, in base64url (CONST-19). */
  verifier: string;
  /** Where the provider sends its answer. */
  redirectUri: string;
  /** Where the visitor goes then. */
  returnTo: string;
}

const flowKey = "strand-sign-in";
const repeatedKey = "strand-sign-in-repeated";

function withStorage<T>(work: (storage: Storage) => T): T | undefined {
  try {
    return work(window.sessionStorage);
  } catch (error) {
    console.warn("The session's storage cannot be used.", messageOf(error));
    return undefined;
  }
}

/** Keeps a login that is about to leave the page. */
export function keepFlow(flow: Flow) {
  withStorage((storage) => storage.setItem(flowKey, JSON.stringify(flow)));
}

/** Takes the login that an answer belongs to: each can be taken once, and only by its own state. */
export function takeFlow(state: string): Flow | undefined {
  return withStorage((storage) => {
    const flow = JSON.parse(storage.getItem(flowKey) ?? "null") as Flow | null;
    if (flow?.state !== state) return undefined;
    storage.removeItem(flowKey);
    return flow;
  });
}

/**
 * Whether a login was repeated already because there was no user info; from now on it was. A provider that lets everybody
 * in and knows nobody would otherwise be asked for ever.
 */
export function wasRepeated(): boolean {
  const was = withStorage((storage) => storage.getItem(repeatedKey) !== null);
  withStorage((storage) => storage.setItem(repeatedKey, "1"));
  // Without a storage nobody can tell.
  return was ?? true;
}

/** The next login may be repeated again. */
export function allowRepeat() {
  withStorage((storage) => storage.removeItem(repeatedKey));
}
