import { createHash, randomBytes } from "node:crypto";

const password = "Strand-demo-2026";

/** Signs a sample account in at the sample identity provider, as its login page does, and returns the tokens. */
export async function signIn(issuer, origin, email) {
  const settings = await (await fetch(`${issuer}/.well-known/openid-configuration`)).json();
  const verifier = randomBytes(32).toString("base64url");
  const parameters = {
    client_id: "portal",
    response_type: "code",
    redirect_uri: `${origin}/callback`,
    scope: "openid profile email fr:idm:*",
    state: "state",
    nonce: "nonce",
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
  };
  const cookies = new Map();
  let url = new URL(`${settings.authorization_endpoint}?${new URLSearchParams(parameters)}`);
  let form;
  while (url.origin !== origin) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(url, {
      method: form ? "POST" : "GET",
      body: form,
      redirect: "manual",
      headers: { cookie },
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line);
      cookies.set(name, value);
    }
    const location = response.headers.get("location");
    if (!location && form) throw new Error(`${email} cannot log in: ${response.status} ${await response.text()}`);
    form = location ? undefined : new URLSearchParams({ email, password });
    url = location ? new URL(location, url) : url;
  }
  const body = new URLSearchParams({
    grant_type: "authorization_code",
    client_id: "portal",
    redirect_uri: parameters.redirect_uri,
    code: url.searchParams.get("code"),
    code_verifier: verifier,
  });
  const tokens = await (await fetch(settings.token_endpoint, { method: "POST", body })).json();
  return { Authorization: `Bearer ${tokens.id_token}`, "X-Access-Token": tokens.access_token };
}
