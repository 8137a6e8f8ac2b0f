import { authorization, loadAccounts, session, signInAs, signOut } from "./session";

const settings = {
  issuer: "http://localhost:8091/am/oauth2",
  clientId: "portal",
  scope: "openid",
  accountsUrl: "http://localhost:8091/accounts",
};
const customer = { email: "customer@example.com", name: "Carla Muster", shows: "tickets" };

const exchange = jest.fn();
jest.mock("~/signin/provider", () => ({
  requestTimeout: 3_000,
  makeProvider: () => ({
    begin: (redirectUri: string) => ({ redirectUri, state: "s" }),
    authorizeUrl: (_: unknown, options: object) => Promise.resolve(`authorize ${JSON.stringify(options)}`),
    exchange: (...values: unknown[]) => exchange(...values) as unknown,
  }),
}));
jest.mock("~/signin/environment", () => ({
  browserEnvironment: () => ({
    origin: "http://localhost:8080",
    deadline: () => undefined,
    frame: (url: string, redirectUri: string) =>
      Promise.resolve(`${redirectUri}?code=c&url=${encodeURIComponent(url)}`),
  }),
}));

const request = jest.fn();
beforeEach(async () => {
  request.mockReset().mockResolvedValue(new Response(JSON.stringify([customer])));
  global.fetch = request;
  exchange.mockReset().mockResolvedValue({ idToken: "token", tokenExpiry: Date.now() + 60_000 });
  signOut();
  await loadAccounts(settings);
});

test("an account is signed in by the flow of the portal, and requests have its token", async () => {
  expect(session.get().accounts).toEqual([customer]);
  expect(await authorization()).toEqual({});
  request.mockResolvedValue(new Response(null, { status: 204 }));
  await signInAs(customer);
  const [url, init] = request.mock.lastCall as [string, RequestInit];
  expect([url, init.credentials, String(init.body as URLSearchParams)]).toEqual([
    settings.accountsUrl,
    "include",
    "email=customer%40example.com",
  ]);
  const [response] = exchange.mock.lastCall as [URLSearchParams];
  expect(response.get("url")).toBe('authorize {"prompt":"none"}');
  expect(session.get()).toMatchObject({ account: customer, isBusy: false });
  expect(await authorization()).toEqual({ Authorization: "Bearer token" });
  signOut();
  expect(await authorization()).toEqual({});
});

test("used-up tokens are requested again", async () => {
  request.mockImplementation(() => Promise.resolve(new Response(null, { status: 204 })));
  exchange.mockResolvedValueOnce({ idToken: "old", tokenExpiry: Date.now() - 1 });
  await signInAs(customer);
  expect(await authorization()).toEqual({ Authorization: "Bearer token" });
});

test("a refusal of the identity server is shown, and requests stay anonymous", async () => {
  request.mockResolvedValue(new Response("The account is locked for a while.\n", { status: 429 }));
  await signInAs(customer);
  expect(session.get()).toMatchObject({ isBusy: false, problem: "The account is locked for a while." });
  expect(session.get().account).toBeUndefined();
  expect(await authorization()).toEqual({});
});

test("without a list nothing is requested and no account is offered", async () => {
  request.mockReset();
  session.set({ accounts: [], isBusy: false });
  await loadAccounts(undefined);
  await signInAs(customer);
  expect(request).not.toHaveBeenCalled();
  expect(session.get().accounts).toEqual([]);
});
