import { anonymousAccount } from "~/lib/account/account";
import { ScreenUnavailableError } from "~/lib/screen/ScreenUnavailableError";
import { accountOf } from "../../test/account";
import { signedInState } from "../../test/graph";
import { askProtectedScreen, askScreen } from "./routeQueries";

const url = "http://localhost/en/about?a=b";
const screen = { screen: "ContentScreen", url: "ignored", data: { resolve: { __typename: "PageResolution" } } };
const site = { siteAt: { name: "Cirris" } };
const fetched = jest.spyOn(globalThis, "fetch");

/** Asks for the address in a visit of its own. */
const ask = () => askScreen({ ...anonymousAccount }, "CatalogScreen", url);

const failureOf = (result: Promise<unknown>) =>
  result.then(
    () => undefined,
    (error: unknown) => error,
  );

beforeEach(() => fetched.mockReset());

test("answers with the data of the operation, the screen that the server names, and the data of the site", async () => {
  fetched.mockResolvedValueOnce(Response.json({ ...screen, site }));
  expect(await ask()).toEqual({ ...screen, url, site });
  expect(fetched.mock.calls.map(([requested]) => requested)).toEqual(["/en/about/_payload.json?a=b"]);
});

test("loads the data of a site once for all addresses with its path, and again after a failure", async () => {
  const statuses = [503, 200];
  fetched.mockImplementation((requested) =>
    Promise.resolve(
      requested === "/en/_site.json?v=1"
        ? Response.json(site, { status: statuses.shift() ?? 500 })
        : Response.json({ ...screen, siteUrl: "/en/_site.json?v=1" }),
    ),
  );
  expect(await failureOf(ask())).toBeInstanceOf(ScreenUnavailableError);
  expect(await ask()).toMatchObject({ site });
  expect(await ask()).toMatchObject({ site });
  expect(statuses).toEqual([]);
});

test.each([
  ["the network", () => Promise.reject(new TypeError("Failed to fetch")), undefined],
  [
    "the server",
    () => Promise.resolve(Response.json({ error: { status: 503, traceId: "4bf9" } }, { status: 503 })),
    "4bf9",
  ],
  ["a proxy", () => Promise.resolve(new Response("<html>", { status: 502 })), undefined],
  ["a response that is not JSON", () => Promise.resolve(new Response("<html>")), undefined],
])("rejects a failure of %s with its trace id, if any", async (_, answer, traceId) => {
  fetched.mockImplementationOnce(answer);
  const error = await failureOf(ask());
  expect(error).toBeInstanceOf(ScreenUnavailableError);
  expect(error).toMatchObject({ traceId });
  expect(fetched).toHaveBeenCalledTimes(1);
});

test("answers with no protected data when the session has ended, and rejects any other failure", async () => {
  const { account } = accountOf(signedInState("carla"));
  account.idToken = (refused) => Promise.resolve(refused ? undefined : "a-token");
  const askProtected = () => askProtectedScreen({ ...account }, "ContentScreen", url);
  fetched.mockResolvedValueOnce(Response.json({ error: {} }, { status: 401 }));
  expect(await askProtected()).toBeUndefined();
  fetched.mockResolvedValueOnce(Response.json({ error: {} }, { status: 503 }));
  expect(await failureOf(askProtected())).toBeInstanceOf(ScreenUnavailableError);
});
