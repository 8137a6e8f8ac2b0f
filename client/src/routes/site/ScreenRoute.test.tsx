// Rules: PAGE-23, PAGE-37.

import { act, screen, within } from "@testing-library/react";
import { frame, site } from "../../../test/frame";
import { otherData, pageData, renderSite } from "../../../test/renderSite";

afterEach(() => jest.restoreAllMocks());

const show = (answers: Record<string, object>, path = "/en/asked") =>
  renderSite(path, (path) => Response.json(answers[path] ?? { error: {} }));

const redirect = (location: string, hashLocations: { hash: string; location: string }[] = []) =>
  otherData({ __typename: "RedirectResolution", status: 301, location, hashLocations });

const notFound = otherData({
  __typename: "NotFoundResolution",
  message: "Page not found: /en/asked",
  searchText: "asked",
  hashLocations: [{ hash: "team", location: "/en/people" }],
  site,
  locale: frame.locale,
  localeVersions: [],
  breadcrumb: [],
  page: null,
});

test("shows a page with the trace id of its unavailable part", async () => {
  show({ "/en/asked": { ...pageData("About us"), outage: { traceId: "4bf9" } } });
  expect(await screen.findByRole("heading", { name: "About us" })).toBeInTheDocument();
  expect(screen.getByText("Trace 4bf9")).toBeInTheDocument();
});

test("asks once for an area of another site, and shows the screen that the answer names", async () => {
  const CatalogScreen = { Screen: () => <p>The catalogue of Hosver</p> };
  const answer = jest.fn(() => Response.json({ ...pageData("Products"), screen: "CatalogScreen" }));
  renderSite("/en/hosver/products", answer, { screens: { CatalogScreen } });
  expect(await screen.findByText("The catalogue of Hosver")).toBeInTheDocument();
  expect(answer).toHaveBeenCalledTimes(1);
});

test("follows a redirect", async () => {
  const { router } = show({
    "/en/asked": redirect("/en/found?a=b"),
    "/en/found?a=b": pageData("Found"),
  });
  expect(await screen.findByRole("heading", { name: "Found" })).toBeInTheDocument();
  expect(router.state.location).toMatchObject({ pathname: "/en/found", search: "?a=b" });
});

// Rules: URL-42, URL-45.
test.each([
  ["keeps its hash on a redirect", "/en/old#facts", { "/en/old": redirect("/en/new") }, "/en/new", "#facts"],
  [
    "keeps its hash on each redirect of a chain",
    "/en/older#facts",
    { "/en/older": redirect("/en/old"), "/en/old": redirect("/en/new") },
    "/en/new",
    "#facts",
  ],
  [
    "loses its hash to that of a target",
    "/en/older#facts",
    { "/en/older": redirect("/en/old#top"), "/en/old": redirect("/en/new") },
    "/en/new",
    "#top",
  ],
  [
    "follows the redirect for its hash",
    "/en/old#team",
    { "/en/old": redirect("/en/new", [{ hash: "team", location: "/en/people" }]) },
    "/en/people",
    "",
  ],
  ["follows a redirect for its hash only", "/en/asked#team", { "/en/asked": notFound }, "/en/people", ""],
])("a link with a hash %s", async (_, link, answers, pathname, hash) => {
  const { router } = show(
    {
      "/en/start": pageData("Start"),
      "/en/new": pageData("New"),
      "/en/people": pageData("People"),
      ...answers,
    },
    "/en/start",
  );
  await screen.findByRole("heading", { name: "Start" });
  await act(() => router.navigate(link));
  expect(router.state.location).toMatchObject({ pathname, hash });
});

test("reports an unknown address in the frame of its site", async () => {
  show({ "/en/asked": notFound });
  expect(await screen.findByRole("heading", { level: 1 })).toHaveTextContent("This page does not exist");
  expect(document.title).toBe("404 – Strand Group");
  expect(screen.getByRole("banner")).toBeInTheDocument();
  // A form of HTML: PAGE-37.
  const search = within(screen.getByRole("main")).getByRole("search");
  expect(search).toHaveAttribute("action", "/en/search");
  expect(search).toHaveFormValues({ q: "asked" });
  const ways = within(screen.getByRole("main")).getAllByRole("link");
  expect(ways.map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
    ["Go to home", "/en"],
    ["Contact", "/en/contact"],
  ]);
});

test("reports an error instead of a 404 when the page is unavailable", async () => {
  show({ "/en/asked": { ...notFound, outage: { traceId: "4bf9" } } });
  expect(await screen.findByRole("heading", { level: 1 })).toHaveTextContent("Sorry, something went wrong");
  expect(screen.getByText("Reference: 4bf9")).toBeInTheDocument();
});
