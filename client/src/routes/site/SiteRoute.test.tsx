// Rules: PAGE-23.

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

test("shows a page with the trace id of its unavailable part", async () => {
  show({ "/en/asked": { ...pageData("About us"), outage: { traceId: "4bf9" } } });
  expect(await screen.findByRole("heading", { name: "About us" })).toBeInTheDocument();
  expect(screen.getByText("Trace 4bf9")).toBeInTheDocument();
});

test("follows a redirect", async () => {
  const { router } = show({
    "/en/asked": otherData({ __typename: "RedirectResolution", status: 301, location: "/en/found?a=b" }),
    "/en/found?a=b": pageData("Found"),
  });
  expect(await screen.findByRole("heading", { name: "Found" })).toBeInTheDocument();
  expect(router.state.location).toMatchObject({ pathname: "/en/found", search: "?a=b" });
});

test("reports an unknown address in the frame of its site", async () => {
  show({ "/en/asked": notFound });
  expect(await screen.findByRole("heading", { level: 1 })).toHaveTextContent("This page does not exist");
  expect(document.title).toBe("404 – Strand Group");
  expect(screen.getByRole("banner")).toBeInTheDocument();
});

test("reports an error instead of a 404 when the page is unavailable", async () => {
  show({ "/en/asked": { ...notFound, outage: { traceId: "4bf9" } } });
  expect(await screen.findByRole("heading", { level: 1 })).toHaveTextContent("Sorry, something went wrong");
  expect(screen.getByText("Reference: 4bf9")).toBeInTheDocument();
});
