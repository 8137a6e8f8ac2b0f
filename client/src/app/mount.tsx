import { type ReactNode, startTransition, useLayoutEffect } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { createBrowserRouter, type HydrationState, redirectDocument } from "react-router";
import { RouterProvider } from "react-router/dom";
import { App } from "~/app/App";
import { interfaceLanguage } from "~/i18n/languages";
import { loadTexts } from "~/i18n/textBundles";
import { type Account, makeAccount, recognizeUser } from "~/lib/account/account";
import { type Config, readConfig } from "~/lib/document/config";
import { documentLocale } from "~/lib/document/documentLocale";
import { keepFocus } from "~/lib/interaction/keepFocus";
import { nextTask } from "~/lib/loading/nextTask";
import { prefetchQuietly, setNavigation } from "~/lib/loading/releases";
import { ScreenCache, ScreenUnavailableError } from "~/lib/screen/ScreenCache";
import type { ScreenData } from "~/lib/screen/screenData";
import type { SiteData } from "~/lib/screen/screenData";
import { loadSiteData } from "~/lib/screen/siteData";
import { prepareRoute } from "~/routes/prepareRoute";
import { makeRoutes, screenRouteId, siteRouteId } from "~/routes/routes";
import { prepareScreen, resolutionOf } from "~/routes/screenModule";
import { redirectTarget } from "~/routes/site/redirectTarget";
import { screens } from "~/routes/screenRegistry";
import { screenUrl } from "~/lib/url/screenUrl";

/**
 * Mounts the app, unless the document redirects: hydrates the markup that the server rendered, or renders into an empty
 * root. `onMounted` is called as soon as React handles events.
 */
export async function mount(localeData: Promise<void>, onMounted: () => void): Promise<void> {
  const config = readConfig();
  const preview = config.base ? await import("~/preview/preview") : undefined;
  const account = preview && config.base ? preview.makePreviewAccount(config.base) : makeAccount(config);
  const router = await mountApp(config, account, localeData, onMounted);
  if (!router) return;
  if (preview && config.base) preview.startPreview(config.base, router);
  keepFocus();
  recognizeUser(account);
  if (config.nextRelease) console.info("Next features are enabled.");
}

async function mountApp(
  { nextRelease, base = "" }: Config,
  account: Account,
  localeData: Promise<void>,
  onMounted: () => void,
) {
  const root = document.getElementById("strand");
  if (!root) throw new Error("The document has no element for the app.");

  const text = document.getElementById("strand-data")?.textContent;
  const data = text ? (JSON.parse(text) as ScreenData) : undefined;
  const resolution = data && resolutionOf(data);
  const target = resolution && redirectTarget(resolution, window.location.hash);
  if (target !== undefined) {
    const address = new URL(target.startsWith("/") ? base + target : target, window.location.href);
    // Another hash would load no document.
    if (screenUrl(address) !== screenUrl(window.location.href)) {
      window.location.replace(address);
      return undefined;
    }
  }
  const locale = documentLocale();
  const [site] = await Promise.all([
    data && loadSiteData(data),
    loadTexts(locale, "site"),
    prepareRoute(screens, window.location.pathname.slice(base.length), data),
    localeData,
  ]);
  await nextTask();

  const cache = new ScreenCache({
    prefix: nextRelease ? "nextRelease_" : "",
    onLoad: (loaded) => Promise.all([prepareScreen(screens, loaded), loadSiteData(loaded)]),
  });
  // The URL of the data lacks parameters that the screen does not read.
  if (data && resolution && !data.outage && !data.form) cache.add({ ...data, url: screenUrl(window.location.href) });
  let isRevalidation = () => false;
  let hash = () => window.location.hash;
  // With its hash, the address of this document would not be loaded again.
  const documentAt = (url: string) =>
    redirectDocument(
      url.slice(window.location.origin.length) + (url === screenUrl(window.location.href) ? "" : hash()),
    );
  const read = async (url: string) => {
    const loaded = await cache.open(url, isRevalidation());
    const opened = resolutionOf(loaded);
    // After a release, the server may use a screen for this address that this build does not have.
    if (opened && !screens.has(loaded.screen)) throw documentAt(url);
    // The document contains the texts of its own interface language only.
    if (opened && "locale" in opened && interfaceLanguage(opened.locale.code) !== interfaceLanguage(locale))
      throw documentAt(url);
    return loaded;
  };
  const routes = makeRoutes({
    screens,
    account,
    read,
    hash: () => hash(),
    ...(!base && { prefetch: (url) => prefetchQuietly(() => cache.prefetch(url)) }),
  });
  const router = createBrowserRouter(routes, { ...hydrationOf(data, site), basename: base || "/" });
  isRevalidation = () => router.state.revalidation === "loading";
  hash = () => (router.state.navigation.location ?? router.state.location).hash;
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
  await nextTask();
  const app = (
    <MountEffect effect={onMounted}>
      <App origin={window.location.origin} locale={locale} account={account} form={data?.form}>
        <RouterProvider router={router} />
      </App>
    </MountEffect>
  );
  startTransition(() => {
    // An unrendered document has an empty root.
    if (root.hasChildNodes()) {
      // React recovers from a mismatch by rendering again: the page still works.
      hydrateRoot(root, app, { onRecoverableError: (error) => console.error("The page was rendered again.", error) });
    } else createRoot(root).render(app);
  });
  return router;
}

function MountEffect({ effect, children }: { effect: () => void; children: ReactNode }) {
  useLayoutEffect(effect, [effect]);
  return children;
}

/** The state of the router that rendered the document. */
function hydrationOf(data: ScreenData | undefined, site: SiteData | undefined): { hydrationData?: HydrationState } {
  if (!data) return {};
  if (resolutionOf(data)) return { hydrationData: { loaderData: { [siteRouteId]: site, [screenRouteId]: data } } };
  const error = new ScreenUnavailableError(`The data of ${data.url} could not be read.`, {
    traceId: data.outage?.traceId,
  });
  return { hydrationData: { loaderData: {}, errors: { [siteRouteId]: error } } };
}
