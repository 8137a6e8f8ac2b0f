import { useEffect } from "react";
import { useLocation, useRevalidator, useRouteError } from "react-router";
import { homeOfAddress, errorPageSite, useLastFrame } from "~/features/frame/lastFrame";
import { ErrorPage } from "~/features/state/ErrorPage";
import { reloadIfOnline } from "~/lib/loading/tryLoad";
import { ScreenUnavailableError } from "~/lib/screen/ScreenUnavailableError";
import { Panels } from "../Panels";
import { PageUnavailable } from "./PageUnavailable";

/**
 * The error element of a route, until the next navigation. Data that could not be loaded is reported in the frame of
 * the last page, with a retry; any other error shows the error page (PAGE-20).
 */
export function RouteError() {
  const error = useRouteError();
  const lastFrame = useLastFrame();
  const { pathname } = useLocation();
  const { revalidate } = useRevalidator();
  const isUnavailable = error instanceof ScreenUnavailableError;
  const traceId = isUnavailable ? error.traceId : undefined;
  const frame = lastFrame?.read();

  useEffect(() => console.error("The page cannot be shown.", error), [error]);

  if (isUnavailable && frame) {
    // The button is removed by either result: moves the focus to the content.
    const retry = async () => {
      if (error.needsReload) await reloadIfOnline();
      else await revalidate();
      document.getElementById("content")?.focus({ preventScroll: true });
    };
    return (
      <Panels>
        <PageUnavailable frame={frame} traceId={traceId} onRetry={() => void retry()} />
      </Panels>
    );
  }
  // The document of an outage has no site.
  const site = isUnavailable ? { homeUrl: homeOfAddress(pathname) } : errorPageSite(lastFrame, pathname);
  return (
    <main>
      <ErrorPage {...site} traceId={traceId} />
    </main>
  );
}
