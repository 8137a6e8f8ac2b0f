/**
 * The way of a customer with an identity server, in Chromium: `node journey.js '<settings>'`. Ends with an error at the
 * first step that fails.
 */
import assert from "node:assert/strict";
import { chromium } from "@playwright/test";

/** Of the test: origin of the website, issuer, and the provider's pages. */
const settings = JSON.parse(process.argv[2]);
const { origin, issuer, user, password, wrong, userField, passwordField, submit, confirm, endAtProvider } = settings;

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH, args: ["--no-sandbox"] });
const context = await browser.newContext({ locale: "en" });
await context.addCookies([{ name: "strand-cookies-seen", value: "true", url: origin }]);
const page = await context.newPage();
page.setDefaultTimeout(40_000);

/** The requests to the provider, as texts. */
let asked = [];
/** The tokens of the latest request to the graph. */
let tokens;
page.on("request", (request) => {
  if (request.url().startsWith(issuer)) asked.push(`${request.method()} ${request.url()}`);
  const { authorization, "x-access-token": access } = request.headers();
  if (request.url().includes("/graphql") && authorization) tokens = { authorization, "x-access-token": access };
});
page.on("console", (message) => {
  if (["error", "warning"].includes(message.type())) console.log(`console: ${message.text()}`);
});
const count = (...parts) => asked.filter((text) => parts.every((part) => text.includes(part))).length;

async function step(name, run) {
  try {
    await run();
    console.log(`ok ${name}`);
  } catch (error) {
    console.log(`failed ${name} at ${page.url()}\n${(await page.locator("body").innerText()).slice(0, 1_000)}`);
    console.log(asked.join("\n"));
    throw error;
  }
}

/** What the server answers with tokens. */
async function me(headers) {
  const response = await fetch(`${origin}/graphql`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify({ query: "{ me { id fullName email roles } }" }),
  });
  return { status: response.status, ...(await response.json()) };
}

async function logIn(secret = password) {
  await page.locator(userField).fill(user);
  await page.locator(passwordField).fill(secret);
  await page.locator(submit).click();
}

const hello = page.getByRole("heading", { level: 1, name: "Hello Carla" });

/** Waits for a condition that is not of a page. */
async function until(condition, text) {
  for (let i = 0; i < 100; i++) {
    if (await condition()) return;
    await page.waitForTimeout(200);
  }
  assert.fail(text);
}

try {
  await step("a silent check, then the login page", async () => {
    await page.goto(`${origin}/en/mykomax`);
    await page.locator(userField).waitFor();
    assert.equal(count("prompt=none"), 1);
    assert.equal(count("redirect_uri", "code_challenge_method=S256") - count("prompt=none"), 1);
  });

  if (wrong)
    await step("a wrong password", async () => {
      await logIn("wrong-password");
      await page.getByText(wrong).first().waitFor();
    });

  await step("login, name and roles", async () => {
    await logIn();
    await hello.waitFor();
    await page.getByRole("button", { name: "Carla Muster" }).waitFor();
    await until(() => tokens, "no request with tokens");
    const { data } = await me(tokens);
    assert.equal(data?.me?.id, settings.id);
    assert.equal(data.me.email, "customer@example.com");
    assert.equal(data.me.fullName, "Carla Muster");
    assert.ok(data.me.roles.includes("kmx_int_serviceticketing_active"), JSON.stringify(data.me.roles));
    await page.goto(`${origin}/en/mykomax/tickets`);
    await page.getByRole("heading", { level: 1 }).waitFor();
  });

  if (settings.lifetime)
    await step("renewal without a login", async () => {
      const first = tokens.authorization;
      asked = [];
      // A token of a minute is renewed when half of it has passed.
      await page.waitForTimeout((settings.lifetime - 28) * 1_000);
      await page.goto(`${origin}/en/mykomax`);
      await hello.waitFor();
      await until(() => tokens.authorization !== first, "the token was not renewed");
      assert.equal(count("prompt=none"), 1);
      if (settings.revokes) assert.ok(count("POST", "revo") >= 1, "the former token was not revoked");
      assert.equal((await me(tokens)).data?.me?.id, settings.id);
    });

  await step("a page of the callback that was refused", async () => {
    const other = await context.newPage();
    await other.goto(`${origin}/callback?error=access_denied&error_description=not+today&state=x`);
    // A signed-in customer goes on; an anonymous one sees the reason (below).
    await other.waitForURL(`${origin}/en/mykomax`);
    await other.close();
  });

  if (endAtProvider)
    await step("a session that ends at the provider", async () => {
      const ended = tokens;
      await end();
      if (settings.logout)
        await until(async () => (await me(ended)).status === 401 || !(await me(ended)).data?.me, "still accepted");
      await page.goto(`${origin}/en/mykomax`);
      if (settings.logout) {
        await page.locator(userField).waitFor();
        await logIn();
      }
      await hello.waitFor();
    });

  await step("sign-out: revocation, end of the session", async () => {
    await page.getByRole("button", { name: "Carla Muster" }).click();
    asked = [];
    const { "x-access-token": access } = tokens;
    await page.getByRole("link", { name: "Log out" }).click();
    if (confirm) await page.locator(confirm).click();
    await page.waitForURL(`${origin}/en`);
    if (settings.revokes) {
      assert.ok(count("POST", "revo") >= 1, "nothing was revoked");
      const { userinfo_endpoint } = await (await fetch(`${issuer}/.well-known/openid-configuration`)).json();
      const refused = await fetch(userinfo_endpoint, { headers: { authorization: `Bearer ${access}` } });
      assert.equal(refused.status, 401);
    }
    await page.goto(`${origin}/en/mykomax`);
    await page.locator(userField).waitFor();
  });

  await step("the provider's error is shown", async () => {
    await page.goto(`${origin}/callback?error=access_denied&error_description=not+today&state=x`);
    await page.getByText("not today").first().waitFor();
  });
} finally {
  await browser.close();
}

/** Ends the session at the provider, and not by the website. */
async function end() {
  if (endAtProvider.page) {
    const other = await context.newPage();
    await other.goto(endAtProvider.page);
    await other.locator(endAtProvider.confirm).click();
    await other.waitForURL((url) => url.href !== endAtProvider.page);
    await other.close();
    return;
  }
  const { token, user: path } = endAtProvider.admin;
  const answer = await (await fetch(token.url, { method: "POST", body: new URLSearchParams(token.form) })).json();
  const response = await fetch(path, { method: "POST", headers: { authorization: `Bearer ${answer.access_token}` } });
  assert.equal(response.status, 204);
}
