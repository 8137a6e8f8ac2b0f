import { createBrowserRouter, type HydrationState, redirectDocument, type RouteObject } from "react-router";
import { loadRouteQueries } from "~/graph/onDemand";
import type { ScreenContext, ScreenOperation } from "~/graph/routeQueries";
import { interfaceLanguage } from "~/i18n/languages";
import type { Account } from "~/lib/account/account";
import { prefetchQuietly, setNavigation } from "~/lib/loading/releases";
import type { ScreenData } from "~/lib/screen/screenData";
import { ScreenUnavailableError } from "~/lib/screen/ScreenUnavailableError";
import { screenUrl } from "~/lib/url/screenUrl";
import { loadedRoutes, makeRoutes, siteRouteId, siteSlugOf } from "~/routes/routes";
import { prepareScreen, resolutionOf } from "~/routes/screenModule";
import { screens } from "~/routes/screenRegistry";

export interface RouterOptions {
  account: Account;
  /** The base path of a preview; empty for every other document. */
  base: string;
  /** The locale of the document. */
  locale: string;
  /** The data that the document was rendered from; undefined for a document without data. */
  shown: ScreenData | undefined;
}

/** Creates the router of a visit. `askAt` asks the operation of an address. */
export function makeRouter({ account, base, locale, shown }: RouterOptions) {
  const askForRoute = async (operation: ScreenOperation, url: string) => {
    const { askScreen } = await loadRouteQueries();
    const isRevalidation = router.state.revalidation === "loading";
    const loaded = await askScreen(account, operation, url, { isRevalidation });
    const resolution = resolutionOf(loaded);
    // After a release, the server may use a screen for this address that this build does not have.
    if (resolution && !screens.has(loaded.screen)) throw documentAt(url);
    // The document contains the texts of its own interface language only.
    if (resolution && "locale" in resolution && interfaceLanguage(resolution.locale.code) !== interfaceLanguage(locale))
      throw documentAt(url);
    return loaded;
  };
  const askAt = async (url: string, context: ScreenContext) => {
    const { askScreen } = await loadRouteQueries();
    const operation = loadedRoutes(routes, new URL(url).pathname)[0]?.operation ?? "ContentScreen";
    return askScreen(account, operation, url, context);
  };
  const prefetch = (url: string) =>
    prefetchQuietly(async () => {
      // The navigation itself reports the failure.
      await askAt(url, { prefetch: (loaded) => prepareScreen(screens, loaded) }).catch(() => undefined);
    });
  const hash = () => (router.state.navigation.location ?? router.state.location).hash;
  // With its hash, the address of this document would not be loaded again.
  const documentAt = (url: string) =>
    redirectDocument(
      url.slice(window.location.origin.length) + (url === screenUrl(window.location.href) ? "" : hash()),
    );

  const routes = makeRoutes({
    screens,
    account,
    ask: askForRoute,
    hash,
    siteSlug: shown && siteSlugOf(shown),
    prefetch: base ? undefined : prefetch,
  });
  const router = createBrowserRouter(routes, { ...hydrationOf(shown, routes, base), basename: base || "/" });
  const isPending = () => router.state.navigation.state !== "idle";
  setNavigation({
    isPending,
    ended: () =>
      new Promise((resolve) => {
        if (!isPending()) return resolve();
        const unsubscribe = router.subscribe(() => {
          if (isPending()) return;
          unsubscribe();
          resolve();
        });
      }),
  });
  return { router, askAt };
}

/** The state of the router that rendered the document: the outermost route with a loader has the data. */
function hydrationOf(
  data: ScreenData | undefined,
  routes: RouteObject[],
  base: string,
): { hydrationData?: HydrationState } {
  if (!data) return {};
  if (!resolutionOf(data)) {
    const { traceId } = data.outage ?? {};
    const error = new ScreenUnavailableError(`The data of ${data.url} could not be read.`, { traceId });
    return { hydrationData: { loaderData: {}, errors: { [siteRouteId]: error } } };
  }
  const loaded = loadedRoutes(routes, window.location.pathname.slice(base.length));
  return { hydrationData: { loaderData: Object.fromEntries(loaded.map(({ id }, i) => [id, i === 0 ? data : null])) } };
}
