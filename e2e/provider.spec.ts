import { type APIRequestContext, expect, test as base } from "@playwright/test";
import * as client from "openid-client";

/**
 * The embedded identity server, as a certified client of others sees it: what it announces, grants and refuses.
 * Its pages are plain forms, so that no browser is needed.
 */

const password = "Strand-demo-2026";

/** A login that has begun. */
interface Flow {
  url: URL;
  checks: { pkceCodeVerifier: string; expectedState: string; expectedNonce: string };
}

/** The portal, in a browser of somebody. */
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

  /** Follows an address to a page of the identity server, or to the address of the portal that it leads back to. */
  async open(address: URL, form?: Record<string, string>): Promise<{ url: URL; page?: string }> {
    let url = address;
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

  /** Logs in by the page that a login leads to; the address of the portal that is led back to. */
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

  /** What the portal is told where nobody may be asked. */
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
      execute: [client.allowInsecureRequests, client.enableNonRepudiationChecks],
    });
    await provide(new Application(config, new URL(baseURL ?? "").origin, scope, request));
  },
});

/** What OAuth calls the refusal of a request. */
async function refusal(work: Promise<unknown>): Promise<unknown> {
  try {
    await work;
  } catch (error) {
    if (error instanceof client.ResponseBodyError || error instanceof client.AuthorizationResponseError)
      return error.error;
    throw error;
  }
  return undefined;
}

test("it announces what it is and what it can do", ({ portal }) => {
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
  // The portal asks for some of these.
  expect(portal.scope.split(" ")).toEqual(["openid", "profile", "email", "fr:idm:*"]);
  expect(server.scopes_supported).toEqual(expect.arrayContaining(["openid", "profile", "email", "fr:idm:*"]));
  expect(server.response_types_supported).toEqual(["code"]);
  expect(server.grant_types_supported).toEqual(["authorization_code", "refresh_token"]);
  // The portal keeps no secret.
  expect(server.token_endpoint_auth_methods_supported).toEqual(["none"]);
  expect(server.revocation_endpoint_auth_methods_supported).toEqual(["none"]);
});

test("a code is exchanged for tokens, which say who has signed in", async ({ portal }) => {
  const { config } = portal;
  const flow = await portal.begin();
  const answer = await portal.logIn(flow);
  expect(answer.pathname).toBe("/callback");
  const tokens = await client.authorizationCodeGrant(config, answer, { ...flow.checks, idTokenExpected: true });
  // By the keys that it publishes.
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

test("a code is good once, and for whoever asked for it", async ({ portal }) => {
  const { config } = portal;
  const stolen = await portal.begin();
  const answer = await portal.logIn(stolen);
  const other = { ...stolen.checks, pkceCodeVerifier: client.randomPKCECodeVerifier() };
  expect(await refusal(client.authorizationCodeGrant(config, answer, other))).toBe("invalid_grant");

  const used = await portal.begin();
  const again = await portal.logIn(used);
  const tokens = await client.authorizationCodeGrant(config, again, used.checks);
  expect(await refusal(client.authorizationCodeGrant(config, again, used.checks))).toBe("invalid_grant");
  expect(tokens.claims()?.sub).toBe("user-customer");
});

test("a login may have to be fresh", async ({ portal }) => {
  await portal.signIn();
  // Whoever is signed in is not asked.
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

test("a refresh token is exchanged for new tokens of the same person, once", async ({ portal }) => {
  const { config } = portal;
  const first = await portal.signIn();
  const second = await client.refreshTokenGrant(config, first.refresh_token ?? "");
  expect(second.access_token).not.toBe(first.access_token);
  expect(second.refresh_token).not.toBe(first.refresh_token);
  expect(second.claims()).toMatchObject({ sub: first.claims()?.sub, auth_time: first.claims()?.auth_time });
  const userInfo = await client.fetchUserInfo(config, second.access_token, "user-customer");
  expect(userInfo.name).toBe("Carla Muster");

  // Used again it was stolen: what was made of it ends, too.
  expect(await refusal(client.refreshTokenGrant(config, first.refresh_token ?? ""))).toBe("invalid_grant");
  expect(await refusal(client.refreshTokenGrant(config, second.refresh_token ?? ""))).toBe("invalid_grant");
});

test("a token that is revoked is refused, and with it all of its login", async ({ portal }) => {
  const { config } = portal;
  for (const name of ["refresh_token", "access_token"] as const) {
    const tokens = await portal.signIn();
    await client.tokenRevocation(config, tokens[name] ?? "");
    expect(await refusal(client.refreshTokenGrant(config, tokens.refresh_token ?? ""))).toBe("invalid_grant");
    await expect(client.fetchUserInfo(config, tokens.access_token, "user-customer")).rejects.toMatchObject({
      code: "OAUTH_WWW_AUTHENTICATE_CHALLENGE",
      status: 401,
    });
    // What is gone need not be revoked.
    await client.tokenRevocation(config, tokens[name] ?? "");
  }
  await client.tokenRevocation(config, "never-granted");
});

test("without a session nobody is signed in unasked", async ({ portal }) => {
  const flow = await portal.begin({ prompt: "none" });
  const { url } = await portal.open(flow.url);
  expect(url.pathname).toBe("/callback");
  expect(await refusal(client.authorizationCodeGrant(portal.config, url, flow.checks))).toBe("login_required");
});

test("the end of a session leads back, and leaves nothing that was granted in it", async ({ portal }) => {
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
  expect(await refusal(client.refreshTokenGrant(config, tokens.refresh_token ?? ""))).toBe("invalid_grant");
});

test("a session does not end by an address that another page made up", async ({ portal }) => {
  await portal.signIn();
  const { page } = await portal.open(client.buildEndSessionUrl(portal.config, {}));
  expect(page).toContain("You are logged in as customer@example.com.");
  expect((await portal.askSilently()).searchParams.has("code")).toBe(true);
});
