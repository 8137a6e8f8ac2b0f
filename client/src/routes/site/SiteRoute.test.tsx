import { screen } from "@testing-library/react";
import { frame, site } from "../../../test/frame";
import { otherData, pageData, renderSite } from "../../../test/renderSite";

afterEach(() => jest.restoreAllMocks());

const show = (answers: Record<string, object>) =>
  renderSite("/en/asked", (path) => Response.json(answers[path] ?? { error: {} }));

const notFound = otherData({
  __typename: "NotFoundResolution",
  message: "Page not found: /en/asked",
  site,
  locale: frame.locale,
  localeVersions: [],
  breadcrumb: [],
  page: null,
});

test("a page is shown, with the trace id of the part that could not be read", async () => {
  show({ "/en/asked": { ...pageData("About us"), outage: { traceId: "4bf9" } } });
  expect(await screen.findByRole("heading", { name: "About us" })).toBeInTheDocument();
  expect(screen.getByText("Trace 4bf9")).toBeInTheDocument();
});

test("a redirect is followed", async () => {
  const { router } = show({
    "/en/asked": otherData({ __typename: "RedirectResolution", status: 301, location: "/en/found?a=b" }),
    "/en/found?a=b": pageData("Found"),
  });
  expect(await screen.findByRole("heading", { name: "Found" })).toBeInTheDocument();
  expect(router.state.location).toMatchObject({ pathname: "/en/found", search: "?a=b" });
});

test("an address that was not found says so in the frame of its site", async () => {
  show({ "/en/asked": notFound });
  expect(await screen.findByRole("heading", { level: 1 })).toHaveTextContent("This page does not exist");
  expect(document.title).toBe("404 – Strand Group");
  expect(screen.getByRole("banner")).toBeInTheDocument();
});

test("an address of which the page could not be read is an error, and not a 404", async () => {
  show({ "/en/asked": { ...notFound, outage: { traceId: "4bf9" } } });
  expect(await screen.findByRole("heading", { level: 1 })).toHaveTextContent("Sorry, something went wrong");
  expect(screen.getByText("Reference: 4bf9")).toBeInTheDocument();
});
