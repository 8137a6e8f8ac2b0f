import { useMemo } from "react";
import { Outlet, useLoaderData, useRouteLoaderData } from "react-router";
import { PartialContentProvider } from "~/ui/notice/partialContent";
import { ComparisonOnDemand } from "../ComparisonOnDemand";
import { Panels } from "../Panels";
import { resolutionOf, type Screens, withSite } from "../screenModule";
import { NotFound } from "./NotFound";
import { PageUnavailable } from "./PageUnavailable";
import type { LoadedScreen } from "../loaders";

/** What stays while a visitor navigates within the sites: the panels. */
export function SiteRoute() {
  return (
    <Panels>
      <Outlet />
    </Panels>
  );
}

export interface ScreenRouteProps {
  screens: Screens;
  /** The id of the route that has asked for the address. */
  routeId: string;
  /** The screen whose data of the signed-in user the route itself has loaded, for a page of the portal. */
  screen?: string;
}

/** Renders the data of an address with the screen that the answer names. */
export function ScreenRoute({ screens, routeId, screen }: ScreenRouteProps) {
  const data = useRouteLoaderData(routeId) as LoadedScreen;
  const loaded: unknown = useLoaderData();
  const privateData = screen === data.screen ? loaded : data.privateData;
  const resolution = useMemo(() => {
    const resolved = resolutionOf(data);
    return resolved && data.site ? withSite(resolved, data.site) : undefined;
  }, [data]);
  const { Screen } = screens.of(data.screen).use();
  if (!resolution) return null;
  const traceId = data.outage?.traceId;
  return (
    <PartialContentProvider value={data.partial ?? false}>
      {resolution.__typename === "PageResolution" && (
        <Screen resolution={resolution} url={data.url} traceId={traceId} privateData={privateData} />
      )}
      {resolution.__typename === "NotFoundResolution" &&
        // With an outage, the resolution itself is unavailable: this is not a 404.
        (data.outage ? (
          <PageUnavailable frame={{ ...resolution, theme: resolution.site.theme }} traceId={traceId} />
        ) : (
          <NotFound resolution={resolution} />
        ))}
      <ComparisonOnDemand system={("locale" in resolution && resolution.locale.defaultMeasurementSystem) || "METRIC"} />
    </PartialContentProvider>
  );
}
