import { browserEnvironment, type Environment } from "~/signin/environment";
import { isFailure, messageOf, needsLogin, refusal, SignInError, texts } from "~/signin/messages";
import { claimsOf, makeProvider, requestTimeout, type Settings } from "~/signin/provider";
import { defaultReturn, returnAddress } from "~/signin/returnAddress";
import { allowRepeat, keepFlow, takeFlow, wasRepeated } from "~/signin/session";
import { openTabs } from "~/signin/tabs";
import { openTokenStore, type TokenSet } from "~/signin/tokenStore";
import { type User, userOf } from "~/signin/user";

/**
 * Signing in with the identity server (AUTH-1 to AUTH-10). It is no part of the first load: the code that needs it asks
 * for `import("~/signin/signIn")`, and only its types are imported otherwise.
 */

export type { Settings, User };

/** Who is signed in. */
export type SignInState =
  /** Nobody has looked yet. */
  | { kind: "unknown" }
  /** Nobody is. */
  | { kind: "anonymous" }
  | { kind: "signedIn"; user: User }
  /** It is not known, and a login would not change that; the message is of MSG-14 to MSG-20 or the provider's. */
  | { kind: "failed"; message: string };

export interface SignIn {
  /** The same object until it changes, as `useSyncExternalStore` wants it. */
  state: () => SignInState;
  /** Hears of changes, those by other tabs too, until what it returns is called. */
  subscribe: (listener: () => void) => () => void;
  /**
   * The id token for a call, renewed where it expires within 180 s, or is the one that was refused; undefined for nobody. It
   * asks nobody to sign in: that is what `check` and `require` are for.
   */
  idToken: (refused?: string) => Promise<string | undefined>;
  /** The access token that was issued with an ID token: servers read present roles with it. Undefined for another one. */
  accessToken: (idToken: string) => Promise<string | undefined>;
  /** Finds out who is signed in, by what is stored, else in a hidden frame. It never leaves the page. */
  check: () => Promise<SignInState>;
  /**
   * For protected addresses: true for a user. Else it leaves for the login, which returns to `returnTo` (path, query and
   * hash); false where that failed, or after 30,000 ms without a user: the navigation is aborted then.
   */
  require: (returnTo: string) => Promise<boolean>;
  /**
   * Leaves for the login. Where that cannot be, the state tells why. With `maxAge`, a login that is older than so many
   * seconds is repeated.
   */
  logIn: (returnTo: string, maxAge?: number) => Promise<void>;
  /** Ends the session here, in all tabs and at the provider, which leads to `returnTo`: an address that it knows. */
  logOut: (returnTo: string) => Promise<void>;
  /**
   * What `/callback` does with its query: an address to load as a full page, in place of this one, or what went wrong.
   * The same query is answered alike as long as the page lives, and refused on another.
   */
  finish: (query: URLSearchParams) => Promise<{ goTo: string } | { error: string }>;
}

/** Milliseconds before their end at which tokens are renewed (CONST-17). */
const renewalThreshold = 180_000;
/** The same for tokens that live no longer than that: each call would renew them (CONST-17). */
const shortThreshold = 30_000;
/** Milliseconds that a protected address waits for a user (CONST-18). */
const requireTimeout = 30_000;

/**
 * Milliseconds after a sign-out in which nobody is signed in unasked: the provider's session ends a little later, and a
 * protected page that was left alone would sign in again by it.
 */
const farewellTime = 5_000;

/** Does what must not stop the rest. */
async function orLog(work: Promise<unknown>, text: string) {
  try {
    await work;
  } catch (error) {
    console.error(text, messageOf(error));
  }
}

/** Makes the sign-in of a page. There is one per page. */
export function makeSignIn(settings: Settings, environment: Environment = browserEnvironment()): SignIn {
  const { origin } = environment;
  const provider = makeProvider(settings, environment);
  const store = openTokenStore(settings.clientId);
  const tabs = openTabs(`strand-sign-in-${settings.clientId}`);

  let state: SignInState = { kind: "unknown" };
  /** The provider's name for the user of the state. */
  let subject: unknown;
  const listeners = new Set<() => void>();
  let farewell: AbortSignal | undefined;
  const isLeaving = () => farewell?.aborted === false;

  function become(next: SignInState): SignInState {
    state = next;
    for (const listener of listeners) listener();
    return state;
  }

  function fail(error: unknown): SignInState {
    console.error("The sign-in failed.", messageOf(error));
    return become({ kind: "failed", message: messageOf(error) });
  }

  function logUnlessRefused(error: unknown) {
    if (isFailure(error)) console.warn("The tokens cannot be had.", messageOf(error));
  }

  function isGood({ idToken, tokenExpiry }: TokenSet): boolean {
    const life = tokenExpiry - Number(claimsOf(idToken).iat) * 1_000;
    const threshold = life <= renewalThreshold ? shortThreshold : renewalThreshold;
    return tokenExpiry - environment.now() > threshold;
  }

  const revoke = (tokens: TokenSet) => orLog(provider.revoke(tokens), texts.noRevocation);

  async function keep(tokens: TokenSet) {
    await store.write(tokens);
    tabs.tell("signedIn");
  }

  async function askSilently(): Promise<TokenSet> {
    const flow = provider.begin(`${origin}/blank-callback`, "");
    const url = await provider.authorizeUrl(flow, true);
    const arrived = await environment.frame(url, flow.redirectUri, environment.deadline(requestTimeout));
    const answer = new URL(arrived).searchParams;
    const error = answer.get("error");
    if (error) throw refusal(error, answer.get("error_description"));
    if (!answer.has("code")) throw new SignInError(texts.consentRequired);
    return await provider.exchange(answer, flow);
  }

  /** The tokens for a call; new ones for old and refused ones, and for none with `whereNone`. */
  async function obtain(whereNone: boolean, refused?: string): Promise<TokenSet | undefined> {
    const serve = (tokens: TokenSet) => tokens.idToken !== refused && isGood(tokens);
    const stored = await store.read();
    if (stored && serve(stored)) return stored;
    const mayAsk = () => whereNone && !isLeaving();
    // While somebody is signed in, none means that another tab is renewing them.
    if (!stored && !mayAsk() && state.kind !== "signedIn") return undefined;
    return await tabs.alone(async () => {
      const current = await store.read();
      if (current && serve(current)) return current;
      if (!current && !mayAsk()) return undefined;
      if (current) {
        await revoke(current);
        await store.remove();
      }
      const renewed = await askSilently();
      await keep(renewed);
      return renewed;
    });
  }

  /** Gives up tokens that nobody is known by, unless they were renewed meanwhile. */
  async function giveUp(tokens: TokenSet) {
    await tabs.alone(async () => {
      if ((await store.read())?.accessToken !== tokens.accessToken) return;
      await revoke(tokens);
      await store.remove();
    });
  }

  async function identify(tokens: TokenSet): Promise<SignInState> {
    const { sub } = claimsOf(tokens.idToken);
    if (state.kind === "signedIn" && subject === sub) return state;
    const user = userOf(await provider.userInfo(tokens));
    allowRepeat();
    subject = sub;
    return become({ kind: "signedIn", user });
  }

  async function look(): Promise<SignInState> {
    let isUnknown = false;
    try {
      const tokens = await obtain(true);
      if (!tokens) return become({ kind: "anonymous" });
      try {
        return await identify(tokens);
      } catch {
        // No user info: another login may help, once (AUTH-6).
        isUnknown = true;
        await giveUp(tokens);
        const others = await obtain(true);
        return others ? await identify(others) : become({ kind: "anonymous" });
      }
    } catch (error) {
      if (!needsLogin(error)) return fail(error);
      logUnlessRefused(error);
      if (isUnknown && wasRepeated()) {
        allowRepeat();
        return fail(new SignInError(texts.noUserInfo));
      }
      return become({ kind: "anonymous" });
    }
  }

  let looking: Promise<SignInState> | undefined;
  function check(): Promise<SignInState> {
    looking ??= look().finally(() => (looking = undefined));
    return looking;
  }

  tabs.hear((news) => {
    if (news === "signedOut") {
      store.forget();
      farewell = environment.deadline(farewellTime);
      become({ kind: "anonymous" });
      return;
    }
    // Never asks the provider on another tab's account.
    void store.read().then((tokens) => {
      if (tokens && isGood(tokens)) void check();
    });
  });

  /** Leaves for the login; false where that failed. */
  async function leave(returnTo: string, maxAge?: number): Promise<boolean> {
    try {
      const flow = provider.begin(`${origin}/callback`, returnAddress(returnTo, origin, defaultReturn));
      const url = await provider.authorizeUrl(flow, false, maxAge);
      keepFlow(flow);
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

  /** Waits until somebody is signed in, in another tab say, or until the time is over. */
  function arrival(deadline: AbortSignal): Promise<boolean> {
    return new Promise((resolve) => {
      const settle = () => {
        const isThere = state.kind === "signedIn";
        if (!isThere && !deadline.aborted) return;
        unsubscribe();
        resolve(isThere);
      };
      const unsubscribe = subscribe(settle);
      deadline.addEventListener("abort", settle);
      settle();
    });
  }

  async function complete(query: URLSearchParams): Promise<{ goTo: string } | { error: string }> {
    try {
      const flow = takeFlow(query.get("state") ?? "");
      if (!query.has("code") || !query.has("state")) {
        const reasons = [query.get("error"), query.get("error_description")].filter(Boolean);
        throw new SignInError([texts.missingParams, ...reasons].join(": "));
      }
      await tabs.alone(async () => {
        const tokens = await provider.exchange(query, flow);
        const former = await store.read();
        if (former) await revoke(former);
        await keep(tokens);
      });
      return { goTo: returnAddress(flow?.returnTo ?? "", origin, defaultReturn) };
    } catch (error) {
      const message = needsLogin(error) ? texts.noExchange : messageOf(error);
      console.error("The sign-in could not be completed.", messageOf(error));
      return { error: message };
    }
  }

  let finishing: { query: string; result: ReturnType<SignIn["finish"]> } | undefined;

  async function end(returnTo: string) {
    const target = returnAddress(returnTo, origin, "/");
    farewell = environment.deadline(farewellTime);
    const url = await tabs.alone(async () => {
      const tokens = await store.read();
      let endSession = origin + target;
      const findEndSession = async () => {
        if (tokens) endSession = await provider.endSessionUrl(tokens, target);
      };
      await Promise.all([
        orLog(provider.endForgeRockSession(), texts.noEndSession),
        orLog(findEndSession(), texts.noEndSession),
        tokens && revoke(tokens),
      ]);
      await store.remove();
      tabs.tell("signedOut");
      return endSession;
    });
    become({ kind: "anonymous" });
    environment.assign(url);
  }

  let ending: Promise<void> | undefined;

  return {
    state: () => state,
    subscribe,
    check,

    async idToken(refused) {
      await looking;
      try {
        const tokens = await obtain(false, refused);
        if (!tokens) {
          if (state.kind === "signedIn") become({ kind: "anonymous" });
          return undefined;
        }
        // The provider may have been signed in to as somebody else.
        if (state.kind === "signedIn" && subject !== claimsOf(tokens.idToken).sub) void check();
        return tokens.idToken;
      } catch (error) {
        if (needsLogin(error)) {
          logUnlessRefused(error);
          become({ kind: "anonymous" });
        } else fail(error);
        return undefined;
      }
    },

    async accessToken(idToken) {
      const tokens = await store.read();
      return tokens?.idToken === idToken ? tokens.accessToken : undefined;
    },

    async require(returnTo) {
      const deadline = environment.deadline(requireTimeout);
      const found = await check();
      if (found.kind === "signedIn") return true;
      if (found.kind === "failed" || isLeaving() || !(await leave(returnTo))) return false;
      return await arrival(deadline);
    },

    logIn: async (returnTo, maxAge) => void (await leave(returnTo, maxAge)),

    logOut(returnTo) {
      ending ??= end(returnTo).finally(() => (ending = undefined));
      return ending;
    },

    finish(query) {
      const asked = query.toString();
      if (finishing?.query !== asked) finishing = { query: asked, result: complete(query) };
      return finishing.result;
    },
  };
}
