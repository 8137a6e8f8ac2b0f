import type { RouteObject } from "react-router";
import type { ScreenCache } from "~/lib/ScreenCache";
import { CallbackRoute } from "./callback/CallbackRoute";
import { Root } from "./Root";
import { RouteError } from "./site/RouteError";
import { makeSiteLoader, shouldRevalidate, type SiteLoaderOptions } from "./site/siteLoader";
import { SiteRoute } from "./site/SiteRoute";
import { StyleGuideRoute } from "./style-guide/StyleGuideRoute";

/** The id of the route of all site addresses. */
export const siteRouteId = "site";

export interface RouteOptions extends SiteLoaderOptions {
  prefetch?: ScreenCache["prefetch"];
}

/** The route table. Lists only addresses outside of sites; the server resolves all others. */
export function makeRoutes({ prefetch, ...site }: RouteOptions): RouteObject[] {
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
              path: "*",
              element: <SiteRoute screens={site.screens} />,
              errorElement: <RouteError />,
              loader: makeSiteLoader(site),
              shouldRevalidate,
              // An unrendered document has no content until the app starts.
              hydrateFallbackElement: <></>,
            },
          ],
        },
      ],
    },
  ];
}
