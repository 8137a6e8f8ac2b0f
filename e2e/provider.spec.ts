// Rules: CALL-12.

import { type APIRequestContext, expect, test as base } from "@playwright/test";
import * as client from "openid-client";

/**
 * The sample identity server, tested with a certified third-party client: discovery, grants and refusals. Its pages
 * are plain forms, so that no browser is needed.
 */

const password = "Strand-demo-2026";

/** A pending login. */
interface Flow {
  url: URL;
  checks: { pkceCodeVerifier: string; expectedState: string; expectedNonce: string };
}

/** The portal in one user's browser. */
class Application {
  constructor(
    readonly config: client.Configuration,
    readonly origin: string,
    readonly scope: string,
    private readonly browser: APIRequestContext,
  ) {}

  async begin(more: Record<string, string> = {}): Promise<Flow> {
    const pkceCodeVerifier = client.randomPKCECodeVerifier();
    const [expectedState, expectedNonce] = [client.randomState(), client.randomNonce()];
    const url = client.buildAuthorizationUrl(this.config, {
      redirect_uri: `${this.origin}/callback`,
      scope: this.scope,
      state: expectedState,
      nonce: expectedNonce,
      code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: "S256",
      ...more,
    });
    return { url, checks: { pkceCodeVerifier, expectedState, expectedNonce } };
  }

  /** Follows a URL to a page of the identity server, or to the portal's URL that it redirects to. */
  async open(start: URL, form?: Record<string, string>): Promise<{ url: URL; page?: string }> {
    let url = start;
    let sent = form;
    while (url.origin !== this.origin) {
      const options = { maxRedirects: 0, headers: { accept: "text/html" } };
      const response = await (sent
        ? this.browser.post(url.href, { ...options, form: sent })
        : this.browser.get(url.href, options));
      sent = undefined;
      const { location } = response.headers();
      if (!location) return { url, page: await response.text() };
      url = new URL(location, url);
    }
    return { url };
  }

  /** Logs in with the login page; returns the portal's URL that it redirects to. */
  async logIn(flow: Flow, email = "customer@example.com"): Promise<URL> {
    const { url, page } = await this.open(flow.url);
    if (page === undefined) return url;
    expect(page).toContain('<form method="post"');
    return (await this.open(url, { email, password })).url;
  }

  async signIn(email?: string) {
    const flow = await this.begin();
    return client.authorizationCodeGrant(this.config, await this.logIn(flow, email), flow.checks);
  }

  /** The redirect URL of a request with `prompt=none`. */
  async askSilently(): Promise<URL> {
    const { url } = await this.open((await this.begin({ prompt: "none" })).url);
    return url;
  }
}

const test = base.extend<{ portal: Application }>({
  async portal({ request, baseURL }, provide) {
    const document = await (await request.get("/en")).text();
    const text = /id="strand-config">([^<]*)</.exec(document)?.[1] ?? "{}";
    const { issuer, clientId, scope } = JSON.parse(text) as { issuer: string; clientId: string; scope: string };
    const config = await client.discovery(new URL(issuer), clientId, undefined, client.None(), {
      // eslint-disable-next-line @typescript-eslint/no-deprecated -- the server under test runs on this machine
      execute: [client.allowInsecureRequests, client.enableNonRepudiationChecks],
    });
    await provide(new Application(config, new URL(baseURL ?? "").origin, scope, request));
  },
});

/** The OAuth error code of a refused request. */
async function errorCodeOf(work: Promise<unknown>): Promise<unknown> {
  try {
    await work;
  } catch (error) {
    if (error instanceof client.ResponseBodyError || error instanceof client.AuthorizationResponseError)
      return error.error;
    throw error;
  }
  return undefined;
}

test("publishes its configuration", ({ portal }) => {
  const { config } = portal;
  const server = config.serverMetadata();
  expect(server.issuer).toMatch(/\/am\/oauth2\/realms\/root\/realms\/alpha$/);
  expect(server.supportsPKCE()).toBe(true);
  for (const [name, path] of Object.entries({
    authorization_endpoint: "/authorize",
    token_endpoint: "/access_token",
    userinfo_endpoint: "/userinfo",
    revocation_endpoint: "/token/revoke",
    end_session_endpoint: "/connect/endSession",
    jwks_uri: "/connect/jwk_uri",
  }))
    expect(server[name]).toBe(server.issuer + path);
  // The portal requests some of these.
  expect(portal.scope.split(" ")).toEqual(["openid", "profile", "email", "fr:idm:*"]);
  expect(server.scopes_supported).toEqual(expect.arrayContaining(["openid", "profile", "email", "fr:idm:*"]));
  expect(server.response_types_supported).toEqual(["code"]);
  expect(server.grant_types_supported).toEqual(["authorization_code", "refresh_token"]);
  // The portal is a public client.
  expect(server.token_endpoint_auth_methods_supported).toEqual(["none"]);
  expect(server.revocation_endpoint_auth_methods_supported).toEqual(["none"]);
});

test("exchanges a code for tokens of the user who logged in", async ({ portal }) => {
  const { config } = portal;
  const flow = await portal.begin();
  const answer = await portal.logIn(flow);
  expect(answer.pathname).toBe("/callback");
  const tokens = await client.authorizationCodeGrant(config, answer, { ...flow.checks, idTokenExpected: true });
  // Verified with the published keys.
  expect(client.getJwksCache(config)?.jwks.keys).not.toHaveLength(0);
  expect(tokens.token_type).toBe("bearer");
  expect(tokens.expiresIn()).toBeGreaterThan(180);
  expect(tokens.refresh_token).toBeDefined();

  const person = {
    subname: "user-customer",
    given_name: "Carla",
    family_name: "Muster",
    name: "Carla Muster",
    email: "customer@example.com",
    roles: expect.arrayContaining(["kmx_int_serviceticketing_active"]) as unknown,
  };
  const claims = tokens.claims();
  expect(claims).toMatchObject({ ...person, aud: ["portal"], nonce: flow.checks.expectedNonce });
  const userInfo = await client.fetchUserInfo(config, tokens.access_token, claims?.sub ?? "");
  expect(userInfo).toMatchObject(person);
});

test("accepts a code once, and only from the client that requested it", async ({ portal }) => {
  const { config } = portal;
  const stolen = await portal.begin();
  const answer = await portal.logIn(stolen);
  const other = { ...stolen.checks, pkceCodeVerifier: client.randomPKCECodeVerifier() };
  expect(await errorCodeOf(client.authorizationCodeGrant(config, answer, other))).toBe("invalid_grant");

  const used = await portal.begin();
  const again = await portal.logIn(used);
  const tokens = await client.authorizationCodeGrant(config, again, used.checks);
  expect(await errorCodeOf(client.authorizationCodeGrant(config, again, used.checks))).toBe("invalid_grant");
  expect(tokens.claims()?.sub).toBe("user-customer");
});

test("can require a recent login", async ({ portal }) => {
  await portal.signIn();
  // A signed-in user sees no login form.
  expect((await portal.open((await portal.begin()).url)).page).toBeUndefined();
  for (const wish of [{ prompt: "login" }, { max_age: "0" }] as Record<string, string>[]) {
    const flow = await portal.begin(wish);
    const tokens = await client.authorizationCodeGrant(portal.config, await portal.logIn(flow), {
      ...flow.checks,
      maxAge: 60,
    });
    expect((await portal.open((await portal.begin(wish)).url)).page).toContain("Log in");
    expect(tokens.claims()?.auth_time).toBeGreaterThan(0);
  }
});

test("exchanges a refresh token once for new tokens of the same user", async ({ portal }) => {
  const { config } = portal;
  const first = await portal.signIn();
  const second = await client.refreshTokenGrant(config, first.refresh_token ?? "");
  expect(second.access_token).not.toBe(first.access_token);
  expect(second.refresh_token).not.toBe(first.refresh_token);
  expect(second.claims()).toMatchObject({ sub: first.claims()?.sub, auth_time: first.claims()?.auth_time });
  const userInfo = await client.fetchUserInfo(config, second.access_token, "user-customer");
  expect(userInfo.name).toBe("Carla Muster");

  // A reused refresh token counts as stolen: tokens issued from it are revoked.
  expect(await errorCodeOf(client.refreshTokenGrant(config, first.refresh_token ?? ""))).toBe("invalid_grant");
  expect(await errorCodeOf(client.refreshTokenGrant(config, second.refresh_token ?? ""))).toBe("invalid_grant");
});

test("refuses a revoked token and all other tokens of its login", async ({ portal }) => {
  const { config } = portal;
  for (const name of ["refresh_token", "access_token"] as const) {
    const tokens = await portal.signIn();
    await client.tokenRevocation(config, tokens[name] ?? "");
    expect(await errorCodeOf(client.refreshTokenGrant(config, tokens.refresh_token ?? ""))).toBe("invalid_grant");
    await expect(client.fetchUserInfo(config, tokens.access_token, "user-customer")).rejects.toMatchObject({
      code: "OAUTH_WWW_AUTHENTICATE_CHALLENGE",
      status: 401,
    });
    // Revoking an unknown token succeeds.
    await client.tokenRevocation(config, tokens[name] ?? "");
  }
  await client.tokenRevocation(config, "never-granted");
});

test("signs in no user silently without a session", async ({ portal }) => {
  const flow = await portal.begin({ prompt: "none" });
  const { url } = await portal.open(flow.url);
  expect(url.pathname).toBe("/callback");
  expect(await errorCodeOf(client.authorizationCodeGrant(portal.config, url, flow.checks))).toBe("login_required");
});

test("redirects after ending a session, and revokes all its grants", async ({ portal }) => {
  const { config, origin } = portal;
  const tokens = await portal.signIn();
  expect((await portal.askSilently()).searchParams.has("code")).toBe(true);
  const end = client.buildEndSessionUrl(config, {
    id_token_hint: tokens.id_token ?? "",
    post_logout_redirect_uri: `${origin}/en`,
    state: "some-state",
  });
  expect((await portal.open(end)).url.href).toBe(`${origin}/en?state=some-state`);
  expect((await portal.askSilently()).searchParams.get("error")).toBe("login_required");
  expect(await errorCodeOf(client.refreshTokenGrant(config, tokens.refresh_token ?? ""))).toBe("invalid_grant");
});

test("does not end a session by a forged URL", async ({ portal }) => {
  await portal.signIn();
  const { page } = await portal.open(client.buildEndSessionUrl(portal.config, {}));
  expect(page).toContain("You are logged in as customer@example.com.");
  expect((await portal.askSilently()).searchParams.has("code")).toBe(true);
});
