/**
 * A plain OpenID provider (oidc-provider from npm) with one customer: `node oidcProvider.js <port> <origin>`. Its login
 * page accepts each password; what it lacks is the subject of a test.
 */
import Provider from "oidc-provider";

const [port, origin] = process.argv.slice(2);
const issuer = `http://localhost:${port}`;
const provider = new Provider(issuer, {
  clients: [
    {
      client_id: "portal",
      token_endpoint_auth_method: "none",
      redirect_uris: [`${origin}/callback`, `${origin}/blank-callback`],
      post_logout_redirect_uris: [`${origin}/en`],
      backchannel_logout_uri: `${origin}/api/backchannel-logout`,
      backchannel_logout_session_required: true,
    },
  ],
  claims: { openid: ["sub"], profile: ["given_name", "family_name"], email: ["email"], directory: ["groups"] },
  clientBasedCORS: (_context, from) => from === origin,
  features: { revocation: { enabled: true }, backchannelLogout: { enabled: true } },
  // Its own agent refuses loopback addresses.
  fetch: (url, options) => fetch(url, { ...options, dispatcher: undefined }),
  findAccount: (_context, id) => ({
    accountId: id,
    claims: () => ({
      sub: id,
      given_name: "Carla",
      family_name: "Muster",
      email: "customer@example.com",
      groups: ["service"],
    }),
  }),
  async loadExistingGrant(context) {
    const { client, session, provider: issuing, params } = context.oidc;
    const grant = new issuing.Grant({ accountId: session.accountId, clientId: client.clientId });
    grant.addOIDCScope(params.scope);
    await grant.save();
    return grant;
  },
  pkce: { required: () => true },
  ttl: { AccessToken: 60, IdToken: 60, AuthorizationCode: 60, Grant: 3_600, Session: 3_600 },
});
provider.on("backchannel.error", (_context, error) => console.error(error));
provider.listen(Number(port), "localhost");
