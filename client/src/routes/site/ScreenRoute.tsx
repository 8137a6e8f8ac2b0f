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

/** Renders the data of an address with the screen that the answer names. */
export function ScreenRoute({ screens }: { screens: Screens }) {
  const data = useLoaderData<LoadedScreen>();
  return <ShownScreen screens={screens} data={data} privateData={data.privateData} />;
}

export interface PortalRouteProps {
  screens: Screens;
  /** The screen whose query the loader has asked. */
  screen: string;
  /** The id of the route above, whose data is the same for all users. */
  portalRouteId: string;
}

/** Renders a page of the portal with the data of the signed-in user. */
export function PortalRoute({ screens, screen, portalRouteId }: PortalRouteProps) {
  const data = useRouteLoaderData<LoadedScreen>(portalRouteId);
  const privateData: unknown = useLoaderData();
  if (!data) return null;
  return <ShownScreen screens={screens} data={data} privateData={data.screen === screen ? privateData : undefined} />;
}

interface ShownScreenProps {
  screens: Screens;
  data: LoadedScreen;
  privateData: unknown;
}

function ShownScreen({ screens, data, privateData }: ShownScreenProps) {
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
