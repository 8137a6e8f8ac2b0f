// Rules: URL-20, URL-33, URL-34.

import { anonymousAccount } from "~/lib/account/account";
import { screensOf } from "../../test/renderSite";
import { loadedRoutes, makeRoutes } from "./routes";

const routesOf = (siteSlug: string) =>
  makeRoutes({
    screens: screensOf({}),
    account: anonymousAccount,
    ask: () => Promise.reject(new Error("not asked")),
    hash: () => "",
    siteSlug,
  });

/** The operation of an address, and the route below it that loads data of the user, if there is one. */
function routeOf(path: string, siteSlug = "cirris") {
  const [first, page] = loadedRoutes(routesOf(siteSlug), path);
  return [first?.operation, page?.id];
}

test.each([
  ["/", "ContentScreen"],
  ["/en", "ContentScreen"],
  ["/en/about/history", "ContentScreen"],
  ["/en/about/products", "ContentScreen"],
  ["/en/products", "CatalogScreen"],
  ["/products/crimping/h-20", "CatalogScreen"],
  ["/de-ch/services/training", "CatalogScreen"],
  ["/en/products/stories/search", "CatalogScreen"],
  ["/en/stories/contacts/ada", "StoriesScreen"],
  ["/en/media-releases/2026", "MediaReleasesScreen"],
  ["/en/search", "SearchScreen"],
  ["/en/request", "RequestScreen"],
  ["/en/editor", "EditorScreen"],
  ["/en/cirris", "ContentScreen"],
  ["/en/cirris/products/stripping", "CatalogScreen"],
  ["/en/cirris/stories", "StoriesScreen"],
  // The home of another site is unknown: the answer names the screen.
  ["/en/hosver/products", "ContentScreen"],
  ["/style-guide/buttons", undefined],
  ["/en/callback", undefined],
])("knows the operation of %s", (path, operation) => {
  expect(routeOf(path)).toEqual([operation, undefined]);
});

test.each([
  ["/en/mykomax", "portal/"],
  ["/mykomax/account", "portal/account"],
  ["/en/MyKomax/Tickets/list", "portal/tickets/list"],
  ["/en/mykomax/tickets/newticket", "portal/tickets/newticket"],
  ["/en/mykomax/tickets/4711", "portal/tickets/:id"],
  ["/en/mykomax/inventory/old", "portal/inventory/old"],
  ["/en/mykomax/inventory/4711", "portal/inventory/:id"],
  ["/en/mykomax/user-admin/activity", "portal/user-admin/activity"],
  ["/en/mykomax/user-admin/carla", "portal/user-admin/:id"],
  ["/en/mykomax/user-admin/organizations/1", "portal/user-admin/organizations/:id"],
  ["/en/mykomax/search", "portal/*"],
  ["/en/mykomax/a/b/c", "portal/*"],
])("finds the page of the portal at %s", (path, page) => {
  expect(routeOf(path)).toEqual(["PortalScreen", page]);
});

test("knows one home if the site of the document has no slug", () => {
  expect(routeOf("/en/products", "")).toEqual(["CatalogScreen", undefined]);
  expect(routeOf("/en/cirris/products", "")).toEqual(["ContentScreen", undefined]);
});
