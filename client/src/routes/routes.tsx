import { matchRoutes, type RouteObject } from "react-router";
import type { SiteQuery } from "~/graph/generated/graphql";
import type { ScreenOperation } from "~/graph/routeQueries";
import type { ScreenData } from "~/lib/screen/screenData";
import { CallbackRoute } from "./callback/CallbackRoute";
import { type LoaderOptions, makeLoaders, shouldRevalidate } from "./loaders";
import { Root } from "./Root";
import { RouteError } from "./site/RouteError";
import { ScreenRoute, SiteRoute } from "./site/ScreenRoute";
import { StyleGuideRoute } from "./style-guide/StyleGuideRoute";
import type { Prefetch } from "./usePrefetch";

/** The operation of each area of a site, below its home. */
const areas = {
  "products/*": "CatalogScreen",
  "services/*": "CatalogScreen",
  "stories/*": "StoriesScreen",
  "media-releases/*": "MediaReleasesScreen",
  search: "SearchScreen",
  request: "RequestScreen",
} as const;

/** The screen of each page of the portal, below `mykomax`. */
const portalPages = {
  "": "PortalHomeScreen",
  account: "AccountScreen",
  inventory: "InventoryScreen",
  "inventory/old": "InventoryScreen",
  "inventory/software": "SoftwareScreen",
  "inventory/:id": "MachineScreen",
  logout: "LogoutScreen",
  "tickets/list": "TicketsScreen",
  "tickets/newticket": "NewTicketScreen",
  "tickets/:id": "TicketScreen",
  "user-admin": "UsersScreen",
  "user-admin/activity": "UserActivityScreen",
  "user-admin/organizations": "OrganizationsScreen",
  "user-admin/organizations/:id": "OrganizationScreen",
  "user-admin/:id": "UserScreen",
  "wire-flow": "WireFlowScreen",
  "*": "PortalNotFoundScreen",
} as const;

/** The id of the route of all addresses of sites. */
export const siteRouteId = "site";

const portalRouteId = "/:locale?/mykomax";

export interface RouteOptions extends LoaderOptions {
  /** The slug of the document's site; empty for the main site and for a site with a domain of its own. */
  siteSlug?: string;
  prefetch?: Prefetch | undefined;
}

/** The slug of the site of a screen: its home page has the path `/{locale}/{slug}`. */
export const siteSlugOf = ({ site }: ScreenData) => (site as SiteQuery | undefined)?.siteAt.homeUrl.split("/")[2] ?? "";

/**
 * The route table. Paths below the home of a site are the same for all sites, so that a route knows its operation; an
 * answer names the screen of its address, since only the server knows the homes of all sites. The other paths are pages
 * of the navigation.
 */
export function makeRoutes({ siteSlug = "", prefetch, ...options }: RouteOptions): RouteObject[] {
  const { screens } = options;
  const { loadScreen, loadPortalPage } = makeLoaders(options);
  const screenRoute = (path: string, operation: ScreenOperation): RouteObject => ({
    id: path,
    path,
    element: <ScreenRoute screens={screens} routeId={path} />,
    handle: operation,
    loader: loadScreen(operation),
    shouldRevalidate,
  });
  const homes = siteSlug ? ["/:locale?", `/:locale?/${siteSlug}`] : ["/:locale?"];
  const sites: RouteObject[] = [
    screenRoute("*", "ContentScreen"),
    ...homes.flatMap((home) =>
      Object.entries(areas).map(([path, operation]) => screenRoute(`${home}/${path}`, operation)),
    ),
    screenRoute("/:locale?/editor", "EditorScreen"),
    {
      id: portalRouteId,
      path: portalRouteId,
      handle: "PortalScreen" satisfies ScreenOperation,
      loader: loadScreen("PortalScreen"),
      shouldRevalidate,
      children: Object.entries(portalPages).map(([path, screen]) => ({
        id: `portal/${path}`,
        path,
        element: <ScreenRoute screens={screens} routeId={portalRouteId} screen={screen} />,
        loader: loadPortalPage(screen),
        shouldRevalidate,
      })),
    },
  ];
  return [
    {
      element: <Root prefetch={prefetch} />,
      errorElement: <RouteError />,
      children: [
        {
          errorElement: <RouteError />,
          children: [
            { path: "/style-guide/*", element: <StyleGuideRoute /> },
            { path: "/:locale?/callback", element: <CallbackRoute /> },
            {
              id: siteRouteId,
              element: <SiteRoute />,
              errorElement: <RouteError />,
              // An unrendered document has no content until the app starts.
              hydrateFallbackElement: <></>,
              children: sites,
            },
          ],
        },
      ],
    },
  ];
}

/** The routes of an address that have a loader, the outermost first: the first one asks the operation of the address. */
export function loadedRoutes(routes: RouteObject[], pathname: string) {
  const matches = matchRoutes(routes, pathname) ?? [];
  return matches.flatMap(({ route: { id, loader, handle } }) =>
    id && loader ? [{ id, operation: handle as ScreenOperation }] : [],
  );
}
