import { useMemo } from "react";
import { Outlet, useLoaderData, useRouteLoaderData } from "react-router";
import type { SiteData } from "~/lib/screen/screenData";
import { PartialContentProvider } from "~/ui/notice/partialContent";
import { ComparisonOnDemand } from "../ComparisonOnDemand";
import { Panels } from "../Panels";
import { resolutionOf, type Screens, withSite } from "../screenModule";
import { NotFound } from "./NotFound";
import { PageUnavailable } from "./PageUnavailable";
import type { LoadedScreen } from "./siteLoader";

/** What stays while a visitor navigates within the sites: the panels. */
export function SiteRoute() {
  return (
    <Panels>
      <Outlet />
    </Panels>
  );
}

/** Renders the data of a site address with the screen that the server selected. */
export function ScreenRoute({ screens, siteRouteId }: { screens: Screens; siteRouteId: string }) {
  const data = useLoaderData<LoadedScreen>();
  const site = useRouteLoaderData<SiteData>(siteRouteId);
  const resolution = useMemo(() => {
    const resolved = resolutionOf(data);
    return resolved && site ? withSite(resolved, site) : undefined;
  }, [data, site]);
  const { Screen } = screens.of(data.screen).use();
  if (!resolution) return null;
  const traceId = data.outage?.traceId;
  return (
    <PartialContentProvider value={data.partial ?? false}>
      {resolution.__typename === "PageResolution" && (
        <Screen resolution={resolution} url={data.url} traceId={traceId} privateData={data.privateData} />
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
