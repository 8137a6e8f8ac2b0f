import { type Environment } from "~/signin/environment";
import { logErrors, silentCheckError, SignInError, texts } from "~/signin/messages";
import { claimsOf, type Provider, requestTimeout } from "~/signin/provider";
import { hasLoggedOut } from "~/signin/logout";
import { type TabChannel } from "~/signin/tabChannel";
import { type TokenSet, type TokenStore } from "~/signin/tokenStore";

/** Milliseconds before expiry at which tokens are renewed (CONST-17). */
const renewalThreshold = 180_000;
/** The same for tokens with a shorter lifetime, which every request would renew otherwise (CONST-17). */
const shortThreshold = 30_000;

/** Renews and revokes the stored tokens (AUTH-5). */
export interface TokenSource {
  /** Whether the tokens can be used without a renewal. */
  isFresh: (tokens: TokenSet) => boolean;
  /**
   * Returns tokens for a request; renews expired and refused ones, and requests new ones if there are none and
   * `requestIfMissing` is true.
   */
  get: (requestIfMissing: boolean, refused?: string) => Promise<TokenSet | undefined>;
  /** Stores issued tokens and notifies the other tabs. */
  save: (tokens: TokenSet) => Promise<void>;
  /** Revokes and removes tokens, unless they were renewed meanwhile. */
  discard: (tokens: TokenSet) => Promise<void>;
  /** Revokes tokens at the provider, where the session may end with them if it is to; a failure is logged. */
  revoke: (tokens: TokenSet, mayEndSession?: boolean) => Promise<void>;
}

export interface TokenSourceOptions {
  provider: Provider;
  store: TokenStore;
  channel: TabChannel;
  environment: Environment;
  isSignedIn: () => boolean;
  isSigningOut: () => boolean;
}

/** Creates the token source of a page; the tabs of the site share the store, and one renews at a time. */
export function makeTokenSource(options: TokenSourceOptions): TokenSource {
  const { provider, store, channel, environment, isSignedIn, isSigningOut } = options;

  function isFresh({ idToken, tokenExpiry }: TokenSet): boolean {
    const lifetime = tokenExpiry - Number(claimsOf(idToken).iat) * 1_000;
    const threshold = lifetime <= renewalThreshold ? shortThreshold : renewalThreshold;
    return tokenExpiry - environment.now() > threshold;
  }

  const revoke = (tokens: TokenSet, mayEndSession = false) =>
    logErrors(provider.revoke(tokens, mayEndSession), texts.noRevocation);

  async function save(tokens: TokenSet) {
    await store.write(tokens);
    channel.post("signedIn");
  }

  async function requestSilently(): Promise<TokenSet> {
    const login = provider.begin(`${environment.origin}/blank-callback`, "");
    const url = await provider.authorizeUrl(login, { prompt: "none" });
    const responseUrl = await environment.frame(url, login.redirectUri, environment.deadline(requestTimeout));
    const response = new URL(responseUrl).searchParams;
    const error = response.get("error");
    if (error) throw silentCheckError(error, response.get("error_description"));
    if (!response.has("code")) throw new SignInError(texts.consentRequired);
    return await provider.exchange(response, login);
  }

  return {
    isFresh,
    revoke,
    save,

    async get(requestIfMissing, refused) {
      const isUsable = (tokens: TokenSet) => tokens.idToken !== refused && isFresh(tokens);
      const stored = await store.read();
      if (stored && isUsable(stored)) return stored;
      // After a logout the provider's session may still exist: only a login with the password signs in again.
      const mayRequest = () => requestIfMissing && !isSigningOut() && !hasLoggedOut();
      // While a user is signed in, missing tokens mean that another tab is renewing them.
      if (!stored && !mayRequest() && !isSignedIn()) return undefined;
      return await channel.withLock(async () => {
        const current = await store.read();
        if (current && isUsable(current)) return current;
        if (!current && !mayRequest()) return undefined;
        if (current) {
          await revoke(current);
          await store.remove();
        }
        const renewed = await requestSilently();
        await save(renewed);
        return renewed;
      });
    },

    async discard(tokens) {
      await channel.withLock(async () => {
        if ((await store.read())?.accessToken !== tokens.accessToken) return;
        await revoke(tokens);
        await store.remove();
      });
    },
  };
}
