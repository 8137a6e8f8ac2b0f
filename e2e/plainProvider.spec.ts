// Rules: AUTH-1, AUTH-2, ROLE-6.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, test } from "./fixtures";
import { withServer } from "./server";

/** A certified OpenID provider from npm, whose URLs are not those of ForgeRock, and what its operator has to set. */
const scope = "openid profile email directory";
let provider: ChildProcess;
let issuer: string;

test.beforeAll(async () => {
  const script = fileURLToPath(new URL("../client/test/identityProvider.server.js", import.meta.url));
  provider = spawn(process.execPath, [script], { stdio: ["pipe", "pipe", "ignore"] });
  const [origin] = (await once(provider.stdout ?? provider, "data")) as [Buffer];
  issuer = `${origin.toString().trim()}/plain`;
});

test.afterAll(() => provider.stdin?.end());

test("customers sign in and out with a provider without ForgeRock's paths", async ({ page }) => {
  await withServer({ STRAND_IDENTITY_ISSUER: issuer, STRAND_IDENTITY_SCOPE: scope }, async (origin) => {
    expect(await (await fetch(`${origin}/readyz`)).json()).toMatchObject({ upstreams: { identity: "up" } });
    await page.goto(`${origin}/en/mykomax`);
    await page.locator("input[name=login]").fill("ada");
    await page.locator("input[name=password]").fill("any");
    // The graph is asked with the tokens of the provider; its roles come from the user info endpoint.
    const asked = page.waitForRequest((r) => r.url().includes("/graphql") && "x-access-token" in r.headers());
    await page.getByRole("button", { name: "Sign-in" }).click();
    const { authorization = "", "x-access-token": access = "" } = (await asked).headers();
    await expect(page).toHaveURL(`${origin}/en/mykomax`);
    await expect(page.getByRole("button", { name: "Ada Lovelace" })).toBeVisible();
    const answer = await page.request.post(`${origin}/graphql`, {
      headers: { authorization, "x-access-token": access },
      data: { query: "{ me { id fullName email roles } }" },
    });
    expect(await answer.json()).toMatchObject({
      data: {
        me: {
          id: "ada",
          fullName: "Ada Lovelace",
          email: "ada@example.com",
          roles: ["kmx_int_serviceticketing_active"],
        },
      },
    });
    // The menu of the page, not that of the page while it loads.
    await expect(page.getByRole("heading", { level: 1, name: "Hello Ada" })).toBeVisible();
    await page.getByRole("button", { name: "Ada Lovelace" }).click();
    await page.getByRole("link", { name: "Log out" }).click();
    await page.getByRole("button", { name: "Yes, sign me out" }).click();
    await expect(page.getByRole("button", { name: "Ada Lovelace" })).toBeHidden();
    await expect(page).toHaveURL(new RegExp(`^${origin}/`));
  });
});
