import * as oauth from "oauth4webapi";
import { type Environment } from "~/signin/environment";
import { messageOf, SignInError, texts, unexpectedStatus, unreachable } from "~/signin/messages";
import { type Flow } from "~/signin/session";
import { type TokenSet } from "~/signin/tokenStore";

/**
 * Speaks OpenID Connect with the identity server (CALL-10 to CALL-15): authorization code with PKCE for a public
 * client. This file alone knows the library.
 */

/** From the document's configuration. */
export interface Settings {
  /** The provider's issuer, exactly as its tokens name it. */
  issuer: string;
  clientId: string;
  /** Separated by spaces: `openid profile email` and what else the identity server wants. */
  scope: string;
}

/** Milliseconds that one request may take (CONST-16). */
export const requestTimeout = 3_000;
/** Bytes of randomness in a state (CONST-19). */
const stateSize = 16;
/**
 * Seconds by which a visitor's clock may be wrong. An id token comes from the provider itself when its times are looked at,
 * and the server looks again; a wrong clock should keep nobody out.
 */
const clockTolerance = 86_400;

export interface Provider {
  /** Begins a login that is answered at `redirectUri`. */
  begin: (redirectUri: string, returnTo: string) => Flow;
  /**
   * Where that login takes place; with `silently` the provider answers without a question. A login that is older than
   * `maxAge` seconds does not count.
   */
  authorizeUrl: (flow: Flow, silently: boolean, maxAge?: number) => Promise<string>;
  /** Trades the provider's answer to a login for tokens. */
  exchange: (answer: URLSearchParams, flow: Flow | undefined) => Promise<TokenSet>;
  /** The claims about whom the tokens were given to. */
  userInfo: (tokens: TokenSet) => Promise<Readonly<Record<string, unknown>>>;
  /** Makes tokens void. An answer of 4xx is fine: what the provider does not know needs no revoking. */
  revoke: (tokens: TokenSet) => Promise<void>;
  /** Ends ForgeRock's session of this browser; other providers have no such call. */
  endForgeRockSession: () => Promise<void>;
  /** The page that ends the provider's session and leads to `returnTo`, an address of this site. */
  endSessionUrl: (tokens: TokenSet, returnTo: string) => Promise<string>;
}

/** What an id token says, unverified: it came from the provider, and only the server decides by it. */
export function claimsOf(idToken: string): Readonly<Record<string, unknown>> {
  try {
    const payload = (idToken.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/");
    return JSON.parse(atob(payload)) as Record<string, unknown>;
  } catch {
    return {};
  }
}

/** The value of a parameter that must be there once. */
function single(parameters: URLSearchParams, name: string): string | undefined {
  const values = parameters.getAll(name);
  return values.length === 1 ? values[0] : undefined;
}

export function makeProvider(settings: Settings, environment: Environment): Provider {
  const issuer = new URL(settings.issuer);
  const client: oauth.Client = { client_id: settings.clientId, [oauth.clockTolerance]: clockTolerance };

  /** Fetches within the time of a request. */
  async function send(url: string, init: RequestInit): Promise<Response> {
    const deadline = environment.deadline(requestTimeout);
    try {
      return await fetch(url, { ...init, signal: deadline });
    } catch (error) {
      throw unreachable(error, deadline.aborted);
    }
  }

  const options = {
    [oauth.customFetch]: send,
    // The embedded provider is on this machine.
    [oauth.allowInsecureRequests]: issuer.protocol === "http:",
  };

  async function discover(change: RequestInit = {}): Promise<oauth.AuthorizationServer> {
    const response = await oauth.discoveryRequest(issuer, {
      ...options,
      [oauth.customFetch]: (url: string, init: RequestInit) => send(url, { ...init, ...change }),
    });
    if (response.status !== 200) throw new SignInError(unexpectedStatus(response.status));
    try {
      return await oauth.processDiscoveryResponse(issuer, response);
    } catch (error) {
      throw new SignInError(messageOf(error));
    }
  }

  let discovered: Promise<oauth.AuthorizationServer> | undefined;
  function keep(asked: Promise<oauth.AuthorizationServer>): Promise<oauth.AuthorizationServer> {
    discovered = asked;
    // Callers that wait get the error; the next call tries again.
    asked.catch(() => (discovered = undefined));
    return asked;
  }
  /** Asks for the provider's configuration once; after a failure, again. */
  function server(): Promise<oauth.AuthorizationServer> {
    return discovered ?? keep(discover());
  }
  /** The same, of a provider that can be reached now. */
  function reached(): Promise<oauth.AuthorizationServer> {
    const asked = discover({ cache: "no-store" });
    return discovered ? asked : keep(asked);
  }

  /** An answer is fine, or refuses what is already gone. */
  function assertDone({ ok, status }: Response) {
    if (!ok && (status < 400 || status >= 500)) throw new SignInError(unexpectedStatus(status));
  }

  async function revokeOne(token: string) {
    const response = await oauth.revocationRequest(await server(), client, oauth.None(), token, {
      ...options,
      [oauth.customFetch]: (url: string, init: RequestInit) => send(url, { ...init, credentials: "include" }),
    });
    assertDone(response);
  }

  return {
    begin: (redirectUri, returnTo) => ({
      state: Array.from(crypto.getRandomValues(new Uint8Array(stateSize)), (byte) =>
        byte.toString(16).padStart(2, "0"),
      ).join(""),
      verifier: oauth.generateRandomCodeVerifier(),
      redirectUri,
      returnTo,
    }),

    async authorizeUrl(flow, silently, maxAge) {
      const { authorization_endpoint: endpoint } = await server();
      if (!endpoint) throw new SignInError("The provider has no authorization endpoint.");
      const url = new URL(endpoint);
      const parameters = {
        client_id: settings.clientId,
        redirect_uri: flow.redirectUri,
        response_type: "code",
        scope: settings.scope,
        state: flow.state,
        code_challenge: await oauth.calculatePKCECodeChallenge(flow.verifier),
        code_challenge_method: "S256",
        ...(silently ? { prompt: "none" } : {}),
        ...(maxAge === undefined ? {} : { max_age: String(maxAge) }),
      };
      for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
      return url.href;
    },

    async exchange(answer, flow) {
      if (!flow || single(answer, "state") !== flow.state) throw new SignInError(texts.stateMismatch);
      if (!single(answer, "code")) throw new SignInError(texts.noCode);
      const provider = await server();
      let callback: URLSearchParams;
      try {
        // Looks at the issuer too, where the provider names it.
        callback = oauth.validateAuthResponse(provider, client, answer, flow.state);
      } catch (error) {
        console.error(texts.noCode, messageOf(error));
        throw new SignInError(texts.noCode);
      }
      let tokens: oauth.TokenEndpointResponse;
      let now: number;
      try {
        const { redirectUri, verifier } = flow;
        const none = oauth.None();
        const response = await oauth.authorizationCodeGrantRequest(
          provider,
          client,
          none,
          callback,
          redirectUri,
          verifier,
          options,
        );
        if (response.status !== 200) throw new SignInError(unexpectedStatus(response.status));
        now = environment.now();
        const body = (await response.clone().json()) as { access_token?: unknown };
        if (!body.access_token) throw new SignInError(texts.noAccessToken);
        tokens = await oauth.processAuthorizationCodeResponse(provider, client, response, { requireIdToken: true });
      } catch (error) {
        if (error instanceof SignInError) throw error;
        console.error(texts.noExchange, messageOf(error));
        throw new SignInError(texts.noExchange);
      }
      const idToken = tokens.id_token ?? "";
      const { exp, iat } = claimsOf(idToken);
      // Calls are made with the id token, which may have a shorter life. Its times are the provider's, so that only their
      // difference counts here.
      const seconds = Math.min(Number(exp) - Number(iat), tokens.expires_in ?? Infinity);
      return {
        accessToken: tokens.access_token,
        idToken,
        refreshToken: tokens.refresh_token,
        tokenExpiry: now + seconds * 1_000,
      };
    },

    async userInfo(tokens) {
      try {
        const provider = await server();
        const response = await oauth.userInfoRequest(provider, client, tokens.accessToken, options);
        const subject = claimsOf(tokens.idToken).sub;
        return await oauth.processUserInfoResponse(
          provider,
          client,
          typeof subject === "string" ? subject : oauth.skipSubjectCheck,
          response,
        );
      } catch (error) {
        console.error(texts.noUserInfo, messageOf(error));
        throw new SignInError(texts.noUserInfo);
      }
    },

    async revoke({ accessToken, refreshToken }) {
      await Promise.all([revokeOne(accessToken), refreshToken && revokeOne(refreshToken)]);
    },

    async endForgeRockSession() {
      if (!issuer.pathname.includes("/am/oauth2/")) return;
      const url = `${issuer.href.replace("/oauth2/", "/json/").replace(/\/$/, "")}/sessions/?_action=logout`;
      const response = await send(url, {
        method: "POST",
        credentials: "include",
        headers: { "Accept-API-Version": "protocol=1.0,resource=2.0", "X-Requested-With": "strand" },
      });
      assertDone(response);
    },

    async endSessionUrl(tokens, returnTo) {
      // The browser navigates to this URL, and shows its own error page if the server is unreachable.
      const { end_session_endpoint: endpoint } = await reached();
      if (!endpoint) throw new SignInError(texts.noEndSession);
      const url = new URL(endpoint);
      url.searchParams.set("id_token_hint", tokens.idToken);
      url.searchParams.set("post_logout_redirect_uri", environment.origin + returnTo);
      return url.href;
    },
  };
}
