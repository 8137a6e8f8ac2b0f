/**
 * A certified OpenID provider (oidc-provider) for tests, in its own process since it is an ES module. Two issuers: one
 * with ForgeRock's URLs for realm alpha, and a plain one. Prints its origin when it is ready, and exits when its
 * input closes. `GET /test/requests` returns and clears the recorded requests; `POST /test/faults` sets the responses
 * of single URLs. Sites on other ports of localhost are accepted, too: those of browser tests.
 */
import { createServer } from "node:http";
import Provider from "oidc-provider";

const site = "http://localhost";
const realm = "realms/root/realms/alpha";

const accounts = {
  ada: { given_name: "Ada", family_name: "Lovelace", name: "Ada Lovelace", roles: ["kmx_int_serviceticketing_active"] },
  grace: { given_name: "Grace", family_name: "Hopper", name: "Grace Hopper", roles: [] },
  /** Never gives consent. */
  reluctant: { given_name: "Re", family_name: "Luctant", name: "Re Luctant", roles: [] },
};

/** The lifetime of access tokens and ID tokens in seconds, by client. */
const lifetimes = {
  portal: [3_600, 3_600],
  brief: [120, 120],
  briefAccess: [1_200, 3_600],
  briefIdentity: [3_600, 1_200],
};
const lifetime = (kind) => (_context, _token, client) => lifetimes[client.clientId][kind];

function makeProvider(issuer, routes) {
  const provider = new Provider(issuer, {
    clients: Object.keys(lifetimes).map((client_id) => ({
      client_id,
      token_endpoint_auth_method: "none",
      grant_types: ["authorization_code", "refresh_token"],
      redirect_uris: [`${site}/callback`, `${site}/blank-callback`],
      post_logout_redirect_uris: [`${site}/en`],
    })),
    claims: {
      openid: ["sub"],
      profile: ["subname", "given_name", "family_name", "name"],
      email: ["email"],
      directory: ["roles"],
    },
    clientBasedCORS: () => true,
    features: { revocation: { enabled: true } },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => ({ sub: id, subname: `${id}-id`, email: `${id}@example.com`, ...accounts[id] }),
    }),
    issueRefreshToken: () => true,
    rotateRefreshToken: true,
    async loadExistingGrant(context) {
      const { client, session, provider: issuing, params } = context.oidc;
      // Requires consent, which the visitor refuses.
      if (session.accountId === "reluctant") return undefined;
      const grant = new issuing.Grant({ accountId: session.accountId, clientId: client.clientId });
      grant.addOIDCScope(params.scope);
      await grant.save();
      return grant;
    },
    pkce: { required: () => true },
    ttl: { AccessToken: lifetime(0), IdToken: lifetime(1), AuthorizationCode: 60, Grant: 3_600, Session: 3_600 },
    ...(routes ? { routes } : {}),
  });
  const { redirectUriAllowed, postLogoutRedirectUriAllowed } = provider.Client.prototype;
  provider.Client.prototype.redirectUriAllowed = function (uri) {
    return redirectUriAllowed.call(this, uri) || /^http:\/\/localhost:\d+\/(blank-)?callback$/.test(uri);
  };
  provider.Client.prototype.postLogoutRedirectUriAllowed = function (uri) {
    return postLogoutRedirectUriAllowed.call(this, uri) || /^http:\/\/localhost:\d+\//.test(uri);
  };
  return provider;
}

let asked = [];
let faults = {};

async function bodyOf(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

const mounts = {};

const server = createServer(async (request, response) => {
  const { pathname } = new URL(request.url, site);
  const answer = (status, body, type = "application/json") => {
    response.writeHead(status, { "Content-Type": type }).end(body);
  };
  if (pathname === "/test/requests") {
    answer(200, JSON.stringify(asked));
    asked = [];
    return;
  }
  if (pathname === "/test/faults") {
    faults = JSON.parse(await bodyOf(request));
    return answer(204);
  }
  const record = { method: request.method, url: request.url, headers: request.headers, body: "" };
  asked.push(record);
  // Reading the body would consume it before the provider does.
  const push = request.push.bind(request);
  request.push = (chunk, encoding) => {
    record.body += chunk ?? "";
    return push(chunk, encoding);
  };
  const fault = faults[Object.keys(faults).find((end) => pathname.endsWith(end))];
  if (fault?.silent) return;
  if (fault) return answer(fault.status, fault.body ?? "", fault.type);
  if (pathname === `/am/json/${realm}/sessions/`) return answer(200, "{}");
  const mount = Object.keys(mounts).find((prefix) => pathname.startsWith(prefix));
  if (!mount) return answer(404);
  request.originalUrl = request.url;
  request.baseUrl = mount;
  request.url = request.url.slice(mount.length);
  mounts[mount](request, response);
});

server.listen(0, "127.0.0.1", () => {
  const origin = `http://127.0.0.1:${server.address().port}`;
  mounts[`/am/oauth2/${realm}`] = makeProvider(`${origin}/am/oauth2/${realm}`, {
    authorization: "/authorize",
    token: "/access_token",
    userinfo: "/userinfo",
    revocation: "/token/revoke",
    end_session: "/connect/endSession",
    jwks: "/connect/jwk_uri",
  }).callback();
  mounts["/plain"] = makeProvider(`${origin}/plain`).callback();
  process.stdout.write(`${origin}\n`);
});

process.stdin.on("end", () => process.exit()).resume();
