import type { RouteObject } from "react-router";
import type { ScreenCache } from "~/lib/screen/ScreenCache";
import { CallbackRoute } from "./callback/CallbackRoute";
import { Root } from "./Root";
import { RouteError } from "./site/RouteError";
import { makeSiteLoaders, shouldRevalidate, type SiteLoaderOptions } from "./site/siteLoader";
import { ScreenRoute, SiteRoute } from "./site/SiteRoute";
import { StyleGuideRoute } from "./style-guide/StyleGuideRoute";

/** The id of the route that loads the data of a site: the same for all its pages in a locale. */
export const siteRouteId = "site";

/** The id of the route that loads the data of one page. */
export const screenRouteId = "screen";

export interface RouteOptions extends SiteLoaderOptions {
  prefetch?: ScreenCache["prefetch"];
}

/**
 * The route table. The server resolves the paths of the sites and selects the screen of each (`edge/pages/screens.go`,
 * rules URL), because sites, languages and pages are content. Below the locale and the slug of a brand's site, these are:
 *
 * | path | screen |
 * |---|---|
 * | pages of the navigation | ContentScreen |
 * | `/products` and `/services` with their classifications and products | CatalogScreen |
 * | `/stories`, `/stories/{slug}`, `/stories/contact/{slug}` | StoriesScreen |
 * | `/media-releases`, `/media-releases/{slug}` | MediaReleasesScreen |
 * | `/search` | SearchScreen |
 * | `/request` | RequestScreen |
 * | `/mykomax` | PortalHomeScreen |
 * | `/mykomax/account`, `/mykomax/logout`, `/mykomax/wire-flow` | AccountScreen, LogoutScreen, WireFlowScreen |
 * | `/mykomax/tickets/list`, `…/newticket`, `…/{id}` | TicketsScreen, NewTicketScreen, TicketScreen |
 * | `/mykomax/inventory` and `…/old`, `…/software`, `…/{id}` | InventoryScreen, SoftwareScreen, MachineScreen |
 * | `/mykomax/user-admin`, `…/{id}` | UsersScreen, UserScreen |
 * | `/mykomax/user-admin/organizations/{id}`, `…/activity` | OrganizationScreen, UserActivityScreen |
 * | other paths below `/mykomax` | PortalNotFoundScreen |
 * | `/editor` | EditorScreen |
 */
export function makeRoutes({ prefetch, ...site }: RouteOptions): RouteObject[] {
  const { loadSite, loadScreen } = makeSiteLoaders(site);
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
              loader: loadSite,
              shouldRevalidate,
              // An unrendered document has no content until the app starts.
              hydrateFallbackElement: <></>,
              children: [
                {
                  id: screenRouteId,
                  path: "*",
                  element: <ScreenRoute screens={site.screens} siteRouteId={siteRouteId} />,
                  loader: loadScreen,
                  shouldRevalidate,
                },
              ],
            },
          ],
        },
      ],
    },
  ];
}
