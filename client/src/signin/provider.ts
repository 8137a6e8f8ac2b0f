import * as oauth from "oauth4webapi";
import { type Environment } from "~/signin/environment";
import { messageOf, SignInError, texts, unexpectedStatus, unreachableError } from "~/signin/messages";
import { type PendingLogin } from "~/signin/session";
import { type TokenSet } from "~/signin/tokenStore";
import { mergeClaims, type RoleSettings } from "~/signin/user";

/**
 * The OpenID Connect client of the identity server (CALL-10 to CALL-15): authorization code with PKCE for a public
 * client. The only file that imports the library.
 */

/** The settings from the document's configuration. */
export interface Settings extends RoleSettings {
  /** The provider's issuer, exactly as in the `iss` claim of its tokens. */
  issuer: string;
  clientId: string;
  /** Separated by spaces: `openid profile email` and further scopes of the identity server. */
  scope: string;
}

/** The timeout of a request in milliseconds (CONST-16). */
export const requestTimeout = 3_000;
/** Random bytes in a state (CONST-19). */
const stateSize = 16;
/** Seconds by which the times of an ID token may differ from the time at which it was issued. */
const clockTolerance = 30;

export interface Provider {
  /** Starts a login whose response goes to `redirectUri`. */
  begin: (redirectUri: string, returnTo: string) => PendingLogin;
  /** The authorization URL of a login. */
  authorizeUrl: (login: PendingLogin, options: AuthorizeOptions) => Promise<string>;
  /** Exchanges the authorization response for tokens. */
  exchange: (response: URLSearchParams, login: PendingLogin | undefined) => Promise<TokenSet>;
  /** Fetches the claims of the user of the tokens. Those that the user info lacks are from the ID token (AUTH-30). */
  userInfo: (tokens: TokenSet) => Promise<Readonly<Record<string, unknown>>>;
  /**
   * Revokes tokens; the refresh token only if the session may end with it, as Keycloak's does. A 4xx response counts as
   * success: the tokens are unknown to the provider.
   */
  revoke: (tokens: TokenSet, mayEndSession: boolean) => Promise<void>;
  /** Ends ForgeRock's session of this browser; false for other providers, which have no such endpoint. */
  endForgeRockSession: () => Promise<boolean>;
  /** The provider's logout page, which redirects to `returnTo`, a URL of this site. */
  endSessionUrl: (tokens: TokenSet, returnTo: string) => Promise<string>;
}

export interface AuthorizeOptions {
  /** `none`: the provider answers without interaction; `login`: it asks for the password in any case. */
  prompt?: "none" | "login" | undefined;
  /** A session older than this number of seconds requires a new login. */
  maxAge?: number | undefined;
}

/** The claims of an ID token, unverified: it came from the provider, and only the server makes decisions by it. */
export function claimsOf(idToken: string): Readonly<Record<string, unknown>> {
  try {
    const payload = (idToken.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/");
    return JSON.parse(atob(payload)) as Record<string, unknown>;
  } catch {
    return {};
  }
}

/** The value of a parameter that must occur exactly once. */
function singleValue(parameters: URLSearchParams, name: string): string | undefined {
  const values = parameters.getAll(name);
  return values.length === 1 ? values[0] : undefined;
}

export function makeProvider(settings: Settings, environment: Environment): Provider {
  const issuer = new URL(settings.issuer);
  const isForgeRock = issuer.pathname.includes("/am/oauth2/");
  const client: oauth.Client = { client_id: settings.clientId, [oauth.clockTolerance]: clockTolerance };

  /** Fetches with the timeout of a request. */
  async function send(url: string, init: RequestInit): Promise<Response> {
    const deadline = environment.deadline(requestTimeout);
    try {
      return await fetch(url, { ...init, signal: deadline });
    } catch (error) {
      throw unreachableError(error, deadline.aborted);
    }
  }

  const options = {
    [oauth.customFetch]: send,
    // The sample provider runs on this machine.
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- deprecated to warn of its use over a network
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
  function rememberDiscovery(request: Promise<oauth.AuthorizationServer>): Promise<oauth.AuthorizationServer> {
    discovered = request;
    // Pending callers get the error; the next call tries again.
    request.catch(() => (discovered = undefined));
    return request;
  }
  /** Loads the provider's configuration once, and again after a failure. */
  function discoverServer(): Promise<oauth.AuthorizationServer> {
    return discovered ?? rememberDiscovery(discover());
  }
  /** The provider's configuration, if the provider can be reached now. */
  function reachableServer(): Promise<oauth.AuthorizationServer> {
    const request = discover({ cache: "no-store" });
    return discovered ? request : rememberDiscovery(request);
  }

  /** Accepts success, and 4xx for sessions and tokens that no longer exist. */
  function assertEnded({ ok, status }: Response) {
    if (!ok && (status < 400 || status >= 500)) throw new SignInError(unexpectedStatus(status));
  }

  async function revokeOne(token: string) {
    const server = await discoverServer();
    // A provider without the endpoint has no revocation: its tokens expire.
    if (!server.revocation_endpoint) return;
    const response = await oauth.revocationRequest(server, client, oauth.None(), token, {
      ...options,
      // Others would have to allow credentials by CORS, which they need not do for public clients.
      [oauth.customFetch]: isForgeRock
        ? (url: string, init: RequestInit) => send(url, { ...init, credentials: "include" })
        : send,
    });
    assertEnded(response);
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

    async authorizeUrl(login, { prompt, maxAge }) {
      const { authorization_endpoint: endpoint } = await discoverServer();
      if (!endpoint) throw new SignInError("The provider has no authorization endpoint.");
      const url = new URL(endpoint);
      const parameters = {
        client_id: settings.clientId,
        redirect_uri: login.redirectUri,
        response_type: "code",
        scope: settings.scope,
        state: login.state,
        code_challenge: await oauth.calculatePKCECodeChallenge(login.verifier),
        code_challenge_method: "S256",
        // The login page has the language of this page.
        ...(document.documentElement.lang && { ui_locales: document.documentElement.lang }),
        ...(prompt ? { prompt } : {}),
        ...(maxAge === undefined ? {} : { max_age: String(maxAge) }),
      };
      for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
      return url.href;
    },

    async exchange(response, login) {
      if (!login || singleValue(response, "state") !== login.state) throw new SignInError(texts.stateMismatch);
      if (!singleValue(response, "code")) throw new SignInError(texts.noCode);
      const provider = await discoverServer();
      let callback: URLSearchParams;
      try {
        // Also checks the issuer if the provider returns it.
        callback = oauth.validateAuthResponse(provider, client, response, login.state);
      } catch (error) {
        console.error(texts.noCode, messageOf(error));
        throw new SignInError(texts.noCode);
      }
      let tokens: oauth.TokenEndpointResponse;
      let now: number;
      try {
        const { redirectUri, verifier } = login;
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
        const body = (await response.clone().json()) as { access_token?: unknown; id_token?: unknown };
        if (!body.access_token) throw new SignInError(texts.noAccessToken);
        // The token has just been issued: its own time replaces the visitor's clock, which may be wrong by any amount.
        // The server checks the token again, by its clock.
        const issuedAt = Number(claimsOf(typeof body.id_token === "string" ? body.id_token : "").iat);
        const skew = Number.isFinite(issuedAt) ? issuedAt - Math.floor(Date.now() / 1_000) : 0;
        tokens = await oauth.processAuthorizationCodeResponse(
          provider,
          { ...client, [oauth.clockSkew]: skew },
          response,
          { requireIdToken: true },
        );
      } catch (error) {
        if (error instanceof SignInError) throw error;
        console.error(texts.noExchange, messageOf(error));
        throw new SignInError(texts.noExchange);
      }
      const idToken = tokens.id_token ?? "";
      const { exp, iat } = claimsOf(idToken);
      // Requests use the ID token, which may have a shorter lifetime. Its times are the provider's clock, so only their
      // difference counts.
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
        const provider = await discoverServer();
        const claims = claimsOf(tokens.idToken);
        if (!provider.userinfo_endpoint) return claims;
        const response = await oauth.userInfoRequest(provider, client, tokens.accessToken, options);
        const info = await oauth.processUserInfoResponse(
          provider,
          client,
          typeof claims.sub === "string" ? claims.sub : oauth.skipSubjectCheck,
          response,
        );
        return mergeClaims(claims, info);
      } catch (error) {
        console.error(texts.noUserInfo, messageOf(error));
        throw new SignInError(texts.noUserInfo);
      }
    },

    async revoke({ accessToken, refreshToken }, mayEndSession) {
      const revokesAll = mayEndSession || isForgeRock;
      await Promise.all([revokeOne(accessToken), revokesAll && refreshToken && revokeOne(refreshToken)]);
    },

    async endForgeRockSession() {
      if (!isForgeRock) return false;
      const url = `${issuer.href.replace("/oauth2/", "/json/").replace(/\/$/, "")}/sessions/?_action=logout`;
      const response = await send(url, {
        method: "POST",
        credentials: "include",
        headers: { "Accept-API-Version": "protocol=1.0,resource=2.0", "X-Requested-With": "strand" },
      });
      assertEnded(response);
      return true;
    },

    async endSessionUrl(tokens, returnTo) {
      // The browser navigates to this URL, and shows its own error page if the server is unreachable.
      const { end_session_endpoint: endpoint } = await reachableServer();
      if (!endpoint) throw new SignInError(texts.noEndSession);
      const url = new URL(endpoint);
      url.searchParams.set("id_token_hint", tokens.idToken);
      url.searchParams.set("post_logout_redirect_uri", environment.origin + returnTo);
      return url.href;
    },
  };
}
