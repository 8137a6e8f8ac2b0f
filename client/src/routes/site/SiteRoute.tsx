import { useLoaderData } from "react-router";
import { PartialContentProvider } from "~/ui/notice/partialContent";
import { ComparisonOnDemand } from "../ComparisonOnDemand";
import { Panels } from "../Panels";
import { resolutionOf, type Screens } from "../screenModule";
import { NotFound } from "./NotFound";
import { PageUnavailable } from "./PageUnavailable";
import type { LoadedScreen } from "./siteLoader";

/** Renders the data of a site address with the screen that the server selected. */
export function SiteRoute({ screens }: { screens: Screens }) {
  const data = useLoaderData<LoadedScreen>();
  const resolution = resolutionOf(data);
  return (
    <PartialContentProvider value={data.partial ?? false}>
      <Panels>
        <ScreenContent screens={screens} data={data} />
        <ComparisonOnDemand
          system={(resolution && "locale" in resolution && resolution.locale.defaultMeasurementSystem) || "METRIC"}
        />
      </Panels>
    </PartialContentProvider>
  );
}

function ScreenContent({ screens, data }: { screens: Screens; data: LoadedScreen }) {
  const { Screen } = screens.of(data.screen).use();
  const resolution = resolutionOf(data);
  switch (resolution?.__typename) {
    case "PageResolution":
      return (
        <Screen resolution={resolution} url={data.url} traceId={data.outage?.traceId} privateData={data.privateData} />
      );
    case "NotFoundResolution":
      // The resolution itself is unavailable: this is not a 404.
      if (data.outage)
        return (
          <PageUnavailable frame={{ ...resolution, theme: resolution.site.theme }} traceId={data.outage.traceId} />
        );
      return <NotFound resolution={resolution} />;
    default:
      return null;
  }
}
