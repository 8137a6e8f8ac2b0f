// Rules: ERR-27, MSG-1, PAGE-20.

import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { frame, site } from "../../../test/frame";
import { pageData, renderSite, type SiteOptions } from "../../../test/renderSite";
import { ScreenUnavailableError } from "~/lib/screen/ScreenUnavailableError";
import { siteRouteId } from "../routes";

const cirris = {
  site: { ...site, name: "Cirris", homeUrl: "/en/cirris" },
  breadcrumb: [{ title: "Start", url: "/en/cirris", foreignLanguage: null, screen: null }],
};
const home = () => pageData("Home", ["/en/cirris/careers", "/en/cirris/broken"], cirris);
const failed = "Sorry, something went wrong";

let logged: jest.SpiedFunction<typeof console.error>;
/** Whether the server can be reached. */
let isOnline: boolean;

/** Shows the site, starting at an address. */
async function show(address = "/en/cirris", options: SiteOptions = {}) {
  const pages: Record<string, () => object> = {
    "/en/cirris": home,
    "/en/cirris/careers": () => pageData("Careers", [], cirris),
    "/en/cirris/broken": () => pageData("Broken", [], cirris),
    "/en/cirris/gone": () => ({ ...pageData("Gone", [], cirris), screen: "GoneScreen" }),
  };
  const shown = renderSite(
    address,
    (path) =>
      isOnline
        ? Response.json(pages[path]?.() ?? { error: { traceId: "4bf9" } }, { status: pages[path] ? 200 : 503 })
        : Promise.reject(new TypeError("Failed to fetch")),
    options,
  );
  await screen.findByRole("heading", { level: 1 });
  return shown;
}

const title = () => screen.getByRole("heading", { level: 1 });
const follow = (url: string) => userEvent.click(screen.getByRole("link", { name: `To ${url}` }));
const dispatch = (event: Event) => act(() => void window.dispatchEvent(event));
const lost = () => new ErrorEvent("error", { error: new Error("lost") });

beforeEach(() => {
  logged = jest.spyOn(console, "error").mockImplementation(() => undefined);
  isOnline = true;
});
afterEach(() => {
  document.getElementById("strand-config")?.remove();
  jest.restoreAllMocks();
});

describe("when data cannot be loaded", () => {
  test("reports it in the frame of the previous page, and loads the page with 'Try again'", async () => {
    const { router } = await show();
    expect(document.title).toBe("Home");
    isOnline = false;
    await follow("/en/cirris/careers");
    await waitFor(() => expect(title()).toHaveTextContent(failed));
    expect(router.state.location.pathname).toBe("/en/cirris/careers");
    expect(document.title).toBe(`${failed} – Cirris`);
    expect(within(screen.getByRole("banner")).getByRole("link", { name: "Cirris" })).toBeInTheDocument();
    expect(screen.getByRole("contentinfo")).toHaveTextContent("Imprint");
    expect(within(screen.getByRole("main")).getByRole("link", { name: "Go to home" })).toHaveAttribute(
      "href",
      "/en/cirris",
    );

    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(title()).toHaveTextContent(failed);
    isOnline = true;
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    await waitFor(() => expect(title()).toHaveTextContent("Careers"));
    expect(document.title).toBe("Careers");
  });

  test("removes the report on back navigation", async () => {
    const { router } = await show();
    isOnline = false;
    await follow("/en/cirris/careers");
    await waitFor(() => expect(title()).toHaveTextContent(failed));
    await act(() => router.navigate(-1));
    expect(title()).toHaveTextContent("Home");
    expect(document.title).toBe("Home");
  });

  test("loads missing code with another document, if the server can be reached", async () => {
    const prepare = () => Promise.reject(new TypeError("Failed to fetch"));
    const { router } = await show("/en/cirris", { screens: { GoneScreen: { prepare } } });
    await act(() => router.navigate("/en/cirris/gone"));
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    const [url, init] = jest.mocked(globalThis.fetch).mock.lastCall ?? [];
    expect([url, init?.method]).toEqual([window.location.href, "HEAD"]);
  });

  test("shows the trace id of the failure", async () => {
    const { router } = await show();
    await act(() => router.navigate("/en/cirris/unavailable"));
    expect(screen.getByText("Reference: 4bf9")).toBeInTheDocument();
    expect(logged).toHaveBeenCalledWith("The page cannot be shown.", expect.any(ScreenUnavailableError));
  });

  test("links to the home page of the document's language during an outage", async () => {
    const error = new ScreenUnavailableError("The data could not be read.", { traceId: "4bf9" });
    await show("/de/etwas", { hydrationData: { loaderData: {}, errors: { [siteRouteId]: error } } });
    expect(title()).toHaveTextContent(failed);
    expect(screen.getByText("Reference: 4bf9")).toBeInTheDocument();
    expect(screen.getByRole("link", { name: "Go to home" })).toHaveAttribute("href", "/de");
  });
});

describe("when a page throws", () => {
  test("shows the error page of the last shown site for an error while rendering", async () => {
    const { router } = await show();
    await follow("/en/cirris/broken");
    await waitFor(() => expect(title()).toHaveTextContent(failed));
    expect(document.title).toBe(`${failed} – Cirris`);
    expect(screen.getByRole("link", { name: "Go to home" })).toHaveAttribute("href", "/en/cirris");
    const trail = within(screen.getByRole("navigation", { name: "Breadcrumb" })).getByRole("list");
    expect(within(trail).getByRole("link", { name: "Start" })).toHaveAttribute("href", "/en/cirris");
    expect(screen.queryByRole("button", { name: "Try again" })).not.toBeInTheDocument();
    expect(logged).toHaveBeenCalledWith(
      "The page cannot be shown.",
      expect.objectContaining({ message: "out of order" }),
    );

    await act(() => router.navigate(-1));
    expect(title()).toHaveTextContent("Home");
    await act(() => router.navigate(1));
    expect(title()).toHaveTextContent(failed);
    await act(() => router.navigate("/en/cirris/careers"));
    expect(title()).toHaveTextContent("Careers");
  });

  test("uses the brand and home page of the document for an error in it", async () => {
    const config = document.createElement("script");
    config.id = "strand-config";
    config.type = "application/json";
    config.textContent = '{"release":"a","siteName":"Strand Group","homeUrl":"/de"}';
    document.head.append(config);
    await show("/en/cirris/broken");
    expect(title()).toHaveTextContent(failed);
    expect(document.title).toBe(`${failed} – Strand Group`);
    expect(screen.getByRole("link", { name: "Go to home" })).toHaveAttribute("href", "/de");
  });

  test.each([
    ["an error of an event handler", lost(), true],
    [
      "an error of a script of another origin",
      new ErrorEvent("error", { message: "Script error.", error: null }),
      false,
    ],
    ["a rejected promise", Object.assign(new Event("unhandledrejection"), { reason: new Error("lost") }), true],
    [
      "an aborted request",
      Object.assign(new Event("unhandledrejection"), { reason: new DOMException("", "AbortError") }),
      false,
    ],
  ])("shows the error page for an error outside of rendering: %s", async (_, event, isShown) => {
    await show();
    dispatch(event);
    expect(title()).toHaveTextContent(isShown ? failed : "Home");
    expect(document.title).toBe(isShown ? `${failed} – Cirris` : "Home");
  });

  test("removes the error page on back and forward navigation", async () => {
    const { router } = await show();
    await follow("/en/cirris/careers");
    await waitFor(() => expect(title()).toHaveTextContent("Careers"));
    dispatch(lost());
    expect(title()).toHaveTextContent(failed);
    await act(() => router.navigate(-1));
    expect(title()).toHaveTextContent("Home");
    await act(() => router.navigate(1));
    expect(title()).toHaveTextContent("Careers");
  });
});

test("gives the page after an error page its own theme", async () => {
  const { router } = await show();
  dispatch(lost());
  await act(() => router.navigate("/en/cirris/careers"));
  expect(document.documentElement.dataset.theme).toBe(frame.theme);
});
