import type { LoaderFunctionArgs, ShouldRevalidateFunctionArgs } from "react-router";
import { pageData, otherData, screensOf } from "../../test/renderSite";
import { anonymousAccount } from "~/lib/account/account";
import { lazy } from "~/lib/loading/lazy";
import { ScreenUnavailableError } from "~/lib/screen/ScreenUnavailableError";
import type { ScreenData } from "~/lib/screen/screenData";
import type { ScreenModule } from "./screenModule";
import { makeLoaders, shouldRevalidate } from "./loaders";

const origin = "http://localhost";

/** Runs the loader of a screen for an address, whose answer has the given data. */
function load(data: Partial<ScreenData>, module: Partial<ScreenModule> = {}, address = "/en/about") {
  const ask = jest.fn((_: string, url: string) => Promise.resolve({ ...pageData("About us"), url, ...data }));
  const account = { ...anonymousAccount };
  const screens = screensOf({ OtherScreen: module });
  const { loadScreen } = makeLoaders({ screens, account, ask, hash: () => "" });
  const args = { request: new Request(origin + address), params: {}, context: undefined };
  return { result: loadScreen("ContentScreen")(args as unknown as LoaderFunctionArgs), ask, account };
}

const thrownBy = (result: Promise<unknown>) =>
  result.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );

test("asks the operation of the route for an address without hash and browser-only parameters", async () => {
  const { result, ask } = load({}, {}, "/en/about?variant=2&q=press");
  expect(await result).toEqual({ ...pageData("About us"), url: `${origin}/en/about?q=press` });
  expect(ask.mock.calls).toEqual([["ContentScreen", `${origin}/en/about?q=press`, undefined]]);
});

test("returns a redirect response for a redirect", async () => {
  const location = "/en/found?a=b";
  const { result } = load(otherData({ __typename: "RedirectResolution", status: 301, location, hashLocations: [] }));
  const response = (await thrownBy(result)) as Response;
  expect(response).toBeInstanceOf(Response);
  expect([301, 302]).toContain(response.status);
  expect(response.headers.get("location")).toBe(location);
});

test.each([
  ["no data", { data: null, outage: { traceId: "4bf9" } }, "4bf9"],
  ["data without a resolution", { data: {}, outage: { traceId: "4bf9" } }, "4bf9"],
  ["no data and no trace", { data: null }, undefined],
  ["data without a site", { site: undefined }, undefined],
])("throws an error with the trace id for %s", async (_, data, traceId) => {
  const error = await thrownBy(load(data).result);
  expect(error).toBeInstanceOf(ScreenUnavailableError);
  expect(error).toMatchObject({ traceId });
});

test("loads the screen's own data for the address and the account", async () => {
  const loadPrivateData = jest.fn(() => Promise.resolve("Carla's tickets"));
  const { result, account } = load({ screen: "OtherScreen" }, { load: loadPrivateData }, "/en/mykomax?a=b");
  expect(await result).toMatchObject({ privateData: "Carla's tickets" });
  const resolution = expect.objectContaining({ title: "About us" }) as unknown;
  expect(loadPrivateData.mock.calls).toEqual([[{ url: `${origin}/en/mykomax?a=b`, account, resolution }]]);
});

test("loads no private data for an unknown address", async () => {
  const loadPrivateData = jest.fn(() => Promise.resolve("Carla's tickets"));
  const notFound = { __typename: "NotFoundResolution" as const, message: "Not found", hashLocations: [] };
  const data = { screen: "OtherScreen", data: { resolve: notFound } };
  expect(await load(data, { load: loadPrivateData }).result).not.toHaveProperty("privateData");
  expect(loadPrivateData).not.toHaveBeenCalled();
});

test("loads the code that only some pages need", async () => {
  const prepare = jest.fn(() => Promise.resolve());
  await load({ screen: "OtherScreen" }, { prepare }).result;
  expect(prepare.mock.calls).toEqual([[expect.objectContaining({ title: "About us" })]]);
});

test.each([
  ["only the variant", "/en/p?q=1", "/en/p?q=1&variant=2", false],
  ["the comparison", "/en/p?compare=a", "/en/p?compare=a,b", true],
  ["only the hash", "/en/p", "/en/p#facts", false],
  ["nothing, with the same link", "/en/p?variant=2", "/en/p?variant=2", true],
  ["another parameter", "/en/p?q=1&variant=2", "/en/p?q=2&variant=2", true],
  ["the path", "/en/p", "/en/q", true],
])("revalidates as expected when navigation changes %s", (_, from, to, isReloaded) => {
  const args = { currentUrl: new URL(from, origin), nextUrl: new URL(to, origin), defaultShouldRevalidate: true };
  expect(shouldRevalidate(args as ShouldRevalidateFunctionArgs)).toBe(isReloaded);
});

test.each([
  ["fails", () => Promise.reject(new TypeError("Failed to fetch"))],
  ["resolves to undefined, as in a build", () => Promise.resolve(undefined)],
])("throws when the import of a screen %s, and imports it again on the next attempt", async (_, failure) => {
  const attempts = [failure, () => Promise.resolve({ Screen: () => null })];
  const screen = lazy("TestScreen", () => attempts.shift()?.() as Promise<ScreenModule>);
  const { loadScreen } = makeLoaders({
    screens: { has: () => false, of: () => screen },
    account: anonymousAccount,
    ask: (_, url) => Promise.resolve({ ...pageData("About us"), url }),
    hash: () => "",
  });
  const result = () =>
    loadScreen("ContentScreen")({
      request: new Request(`${origin}/en/about`),
      params: {},
      context: undefined,
    } as never);
  const error = await thrownBy(result());
  expect(error).toBeInstanceOf(ScreenUnavailableError);
  expect(error).toMatchObject({ needsReload: true });
  expect(await result()).toMatchObject({ screen: "TestScreen" });
});
