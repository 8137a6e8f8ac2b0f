import { hasLoggedOut, recordLogout } from "~/signin/logout";
import { browserEnvironment, type Environment } from "~/signin/environment";
import { isFailure, isUnreachable, logErrors, messageOf, needsLogin, SignInError, texts } from "~/signin/messages";
import { claimsOf, makeProvider, type Settings } from "~/signin/provider";
import { defaultReturn, returnUrl } from "~/signin/returnUrl";
import {
  allowRepetition,
  finishedReturn,
  recordRepetition,
  storeFinishedLogin,
  storePendingLogin,
  takePendingLogin,
} from "~/signin/session";
import { openTabChannel } from "~/signin/tabChannel";
import { makeTokenSource } from "~/signin/tokenSource";
import { openTokenStore, type TokenSet } from "~/signin/tokenStore";
import { type User, userOf } from "~/signin/user";

/**
 * The sign-in with the identity server (AUTH-1 to AUTH-10). Not part of the first load: callers use
 * `import("~/signin/signIn")`, and only types are imported statically.
 */

export type { Settings, User };

/** The state of the sign-in. */
export type SignInState =
  /** Not checked yet. */
  | { kind: "unknown" }
  /** The user is anonymous. The session of a user of this page may have ended without a sign-out (AUTH-32). */
  | { kind: "anonymous"; endedUserId?: string | undefined }
  | { kind: "signedIn"; user: User }
  /** The check failed in a way that a login would not fix; the message is one of MSG-14 to MSG-20 or the provider's. */
  | { kind: "failed"; message: string };

export interface SignIn {
  /** Returns the state; the same object until it changes, as `useSyncExternalStore` requires. */
  state: () => SignInState;
  /** Calls the listener at changes, including those by other tabs; returns the unsubscribe function. */
  subscribe: (listener: () => void) => () => void;
  /**
   * Returns the ID token for a request, renewed if it expires within 180 s or is the refused one; undefined for an
   * anonymous user. Never starts a login: `check` and `require` do.
   */
  idToken: (refused?: string) => Promise<string | undefined>;
  /**
   * Returns the access token that was issued with an ID token, with which servers read current roles; undefined for an
   * unknown ID token.
   */
  accessToken: (idToken: string) => Promise<string | undefined>;
  /** Finds the signed-in user by stored tokens, otherwise with a hidden frame. Never leaves the page. */
  check: () => Promise<SignInState>;
  /**
   * For protected URLs: resolves to true for a signed-in user. Otherwise redirects to the login, which returns to
   * `returnTo` (path, query and hash); tries again while the provider cannot be reached. Resolves to false if that
   * failed, after 30,000 ms without a user, or when the caller aborts: the navigation is then aborted.
   */
  require: (returnTo: string, signal?: AbortSignal) => Promise<boolean>;
  /**
   * Redirects to the login. On failure, the state has the reason. With `maxAge`, a login older than this number of
   * seconds is repeated.
   */
  logIn: (returnTo: string, maxAge?: number) => Promise<void>;
  /**
   * Ends the session in all tabs and at the provider, which redirects to `returnTo`: a URL that is registered
   * there. Resolves to false, without a redirect, if the provider's session could not be ended. The next login asks for
   * the password.
   */
  logOut: (returnTo: string) => Promise<boolean>;
  /**
   * Handles the query of `/callback`: returns a URL to load as a full page that replaces this one, or the error.
   * The same query has the same result as long as the page exists. On another page, such as a restored tab, it leads a
   * signed-in user to where the login led, and is refused otherwise: a code is exchanged once.
   */
  finish: (query: URLSearchParams) => Promise<{ goTo: string } | { error: string }>;
}

/** Milliseconds that a protected URL waits for a user (PAGE-2). */
const requireTimeout = 30_000;

/** Milliseconds between attempts to reach the provider. */
const retryPause = 1_000;

/**
 * Milliseconds after a sign-out without silent checks: the provider's session ends a little later, and a protected page
 * would use it to sign in again.
 */
const signOutGracePeriod = 5_000;

/** Creates the sign-in of a page, once per page. */
export function makeSignIn(settings: Settings, environment: Environment = browserEnvironment()): SignIn {
  const { origin } = environment;
  const provider = makeProvider(settings, environment);
  const store = openTokenStore(settings.clientId);
  const channel = openTabChannel(`strand-sign-in-${settings.clientId}`);

  let state: SignInState = { kind: "unknown" };
  /** Whether it is known that the provider has no session of an anonymous user. */
  let hasNoSession = false;
  /** The `sub` claim of the signed-in user. */
  let subject: unknown;
  const listeners = new Set<() => void>();
  let signOutDeadline: AbortSignal | undefined;
  const isSigningOut = () => signOutDeadline?.aborted === false;
  const isSignedIn = () => state.kind === "signedIn";
  const tokenSource = makeTokenSource({ provider, store, channel, environment, isSignedIn, isSigningOut });

  function setState(next: SignInState, isSessionKnown = true): SignInState {
    state = next;
    hasNoSession = next.kind === "anonymous" && isSessionKnown;
    for (const listener of listeners) listener();
    return state;
  }

  /** Makes the user anonymous, whose session has ended without a sign-out if there was one. */
  function endSession(isSessionKnown = true): SignInState {
    let endedUserId: string | undefined;
    if (state.kind === "signedIn" && !isSigningOut() && !hasLoggedOut()) endedUserId = state.user.id;
    else if (state.kind === "anonymous") ({ endedUserId } = state);
    return setState({ kind: "anonymous", endedUserId }, isSessionKnown);
  }

  function fail(error: unknown): SignInState {
    console.error("The sign-in failed.", messageOf(error));
    return setState({ kind: "failed", message: messageOf(error) });
  }

  function logUnlessRefused(error: unknown) {
    if (isFailure(error)) console.warn("No tokens were issued.", messageOf(error));
  }

  async function identify(tokens: TokenSet): Promise<SignInState> {
    const { sub } = claimsOf(tokens.idToken);
    if (isSignedIn() && subject === sub) return state;
    const user = userOf(await provider.userInfo(tokens), settings);
    allowRepetition();
    subject = sub;
    return setState({ kind: "signedIn", user });
  }

  /** After user info was not available: another login may help, once (AUTH-6). */
  async function identifyWithNewTokens(tokens: TokenSet): Promise<SignInState> {
    try {
      await tokenSource.discard(tokens);
      const newTokens = await tokenSource.get(true);
      return newTokens ? await identify(newTokens) : endSession();
    } catch (error) {
      if (!needsLogin(error) || !recordRepetition()) throw error;
      logUnlessRefused(error);
      allowRepetition();
      return fail(new SignInError(texts.noUserInfo));
    }
  }

  async function checkSession(): Promise<SignInState> {
    try {
      const tokens = await tokenSource.get(true);
      if (!tokens) return endSession();
      try {
        return await identify(tokens);
      } catch {
        return await identifyWithNewTokens(tokens);
      }
    } catch (error) {
      if (!needsLogin(error)) return fail(error);
      logUnlessRefused(error);
      return endSession(!isFailure(error));
    }
  }

  let pendingCheck: Promise<SignInState> | undefined;
  function check(): Promise<SignInState> {
    pendingCheck ??= checkSession().finally(() => (pendingCheck = undefined));
    return pendingCheck;
  }

  channel.subscribe((message) => {
    if (message === "signedOut") {
      store.forget();
      signOutDeadline = environment.deadline(signOutGracePeriod);
      setState({ kind: "anonymous" });
      return;
    }
    // Never sends requests to the provider because of another tab.
    void store.read().then((tokens) => {
      if (tokens && tokenSource.isFresh(tokens)) void check();
    });
  });

  /** Redirects to the login; false on failure, and if the caller has aborted. */
  async function redirectToLogin(returnTo: string, maxAge?: number, signal?: AbortSignal): Promise<boolean> {
    try {
      const login = provider.begin(`${origin}/callback`, returnUrl(returnTo, origin, defaultReturn));
      const prompt = hasLoggedOut() ? "login" : undefined;
      const url = await provider.authorizeUrl(login, { prompt, maxAge });
      if (signal?.aborted) return false;
      storePendingLogin(login);
      environment.assign(url);
      return true;
    } catch (error) {
      fail(error);
      return false;
    }
  }

  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  /** Waits for the pause between attempts. */
  function pause(): Promise<void> {
    const deadline = environment.deadline(retryPause);
    return new Promise((resolve) => deadline.addEventListener("abort", () => resolve()));
  }

  /** Waits until a user is signed in, for example in another tab, or until the deadline. */
  function waitForUser(deadline: AbortSignal): Promise<boolean> {
    return new Promise((resolve) => {
      const settle = () => {
        if (!isSignedIn() && !deadline.aborted) return;
        unsubscribe();
        resolve(isSignedIn());
      };
      const unsubscribe = subscribe(settle);
      deadline.addEventListener("abort", settle);
      settle();
    });
  }

  /** Whether there are tokens in this browser that are valid or can be renewed. */
  async function hasTokens(): Promise<boolean> {
    try {
      return (await tokenSource.get(false)) !== undefined;
    } catch {
      return false;
    }
  }

  async function completeLogin(query: URLSearchParams): Promise<{ goTo: string } | { error: string }> {
    try {
      const login = takePendingLogin(query.get("state") ?? "");
      if (!login && (await hasTokens()))
        return { goTo: returnUrl(finishedReturn(query.get("state") ?? "") ?? "", origin, defaultReturn) };
      if (!query.has("code") || !query.has("state")) {
        const reasons = [query.get("error"), query.get("error_description")].filter(Boolean);
        throw new SignInError([texts.missingParams, ...reasons].join(": "));
      }
      await channel.withLock(async () => {
        const tokens = await provider.exchange(query, login);
        const previous = await store.read();
        if (previous) await tokenSource.revoke(previous);
        await tokenSource.save(tokens);
      });
      recordLogout(false);
      if (login) storeFinishedLogin(login);
      return { goTo: returnUrl(login?.returnTo ?? "", origin, defaultReturn) };
    } catch (error) {
      const message = needsLogin(error) ? texts.noExchange : messageOf(error);
      console.error("The sign-in could not be completed.", messageOf(error));
      return { error: message };
    }
  }

  let completion: { query: string; result: ReturnType<SignIn["finish"]> } | undefined;

  async function signOut(returnTo: string): Promise<boolean> {
    const target = returnUrl(returnTo, origin, "/");
    signOutDeadline = environment.deadline(signOutGracePeriod);
    const url = await channel.withLock(async () => {
      const tokens = await store.read();
      // Nothing has to be ended for an anonymous user. Without tokens, the provider may still have a session: expired
      // ones are removed before new ones are requested, and the provider may not have been reached.
      const isAnonymous = hasNoSession && !tokens;
      let isEnded = isAnonymous;
      let logOutUrl = origin + target;
      const endForgeRockSession = async () => {
        if (await provider.endForgeRockSession()) isEnded = true;
      };
      const findLogOutUrl = async () => {
        if (!tokens) return;
        logOutUrl = await provider.endSessionUrl(tokens, target);
        isEnded = true;
      };
      await Promise.all([
        logErrors(endForgeRockSession(), texts.noEndSession),
        logErrors(findLogOutUrl(), texts.noEndSession),
        tokens && tokenSource.revoke(tokens, true),
      ]);
      await store.remove();
      if (!isAnonymous) recordLogout(true);
      channel.post("signedOut");
      return isEnded ? logOutUrl : undefined;
    });
    setState({ kind: "anonymous" }, url !== undefined);
    if (url !== undefined) environment.assign(url);
    return url !== undefined;
  }

  let pendingSignOut: Promise<boolean> | undefined;

  return {
    state: () => state,
    subscribe,
    check,

    async idToken(refused) {
      await pendingCheck;
      try {
        const tokens = await tokenSource.get(false, refused);
        if (!tokens) {
          if (isSignedIn()) endSession();
          return undefined;
        }
        // The user may have signed in at the provider with another account.
        if (isSignedIn() && subject !== claimsOf(tokens.idToken).sub) void check();
        return tokens.idToken;
      } catch (error) {
        if (needsLogin(error)) {
          logUnlessRefused(error);
          endSession(!isFailure(error));
        } else fail(error);
        return undefined;
      }
    },

    async accessToken(idToken) {
      const tokens = await store.read();
      return tokens?.idToken === idToken ? tokens.accessToken : undefined;
    },

    async require(returnTo, signal) {
      const deadline = environment.deadline(requireTimeout);
      for (;;) {
        const current = await check();
        if (current.kind === "signedIn") return true;
        if (isSigningOut() || signal?.aborted) return false;
        if (current.kind !== "failed" && (await redirectToLogin(returnTo, undefined, signal)))
          return await waitForUser(deadline);
        const mayRetry = state.kind === "failed" && isUnreachable(state.message);
        if (!mayRetry || deadline.aborted || signal?.aborted) return false;
        await pause();
      }
    },

    logIn: async (returnTo, maxAge) => {
      await redirectToLogin(returnTo, maxAge);
    },

    logOut(returnTo) {
      pendingSignOut ??= signOut(returnTo).finally(() => (pendingSignOut = undefined));
      return pendingSignOut;
    },

    finish(query) {
      const parameters = query.toString();
      if (completion?.query !== parameters) completion = { query: parameters, result: completeLogin(query) };
      return completion.result;
    },
  };
}
