import { type LoaderFunctionArgs, redirect, type ShouldRevalidateFunctionArgs } from "react-router";
import { loadRouteQueries } from "~/graph/onDemand";
import type { ScreenOperation } from "~/graph/routeQueries";
import type { Account } from "~/lib/account/account";
import type { ScreenData } from "~/lib/screen/screenData";
import { ScreenUnavailableError } from "~/lib/screen/ScreenUnavailableError";
import { screenUrl } from "~/lib/url/screenUrl";
import { prepareScreen, resolutionOf, type Screens } from "./screenModule";
import { redirectTarget } from "./site/redirectTarget";

/** The result of the loader of a screen. */
export interface LoadedScreen extends ScreenData {
  /** The result of the screen's own `load`. */
  privateData?: unknown;
}

export interface LoaderOptions {
  screens: Screens;
  account: Account;
  /** Asks the operation of a screen: the render request has its answer, the browser asks the graph. */
  ask: (operation: ScreenOperation, url: string, context: unknown) => Promise<ScreenData>;
  /** Returns the hash of the address that is loaded, which a request lacks. */
  hash: () => string;
}

function throwUnavailable(cause: unknown): never {
  throw new ScreenUnavailableError("The code of a screen cannot be loaded.", { needsReload: true, cause });
}

/** Creates the loaders of the routes. */
export function makeLoaders({ screens, account, ask, hash }: LoaderOptions) {
  /**
   * Asks the operation of a screen. The answer names the screen that shows the address. Throws a redirect, or a
   * ScreenUnavailableError if the address cannot be resolved now.
   */
  const loadScreen =
    (operation: ScreenOperation) =>
    async ({ request, context }: LoaderFunctionArgs): Promise<LoadedScreen> => {
      // The answer nearly always names the screen of this operation. If its code fails here, it is reported below.
      if (screens.has(operation))
        void screens
          .of(operation)
          .preload()
          .catch(() => undefined);
      const data = await ask(operation, screenUrl(request.url), context);
      const { url, outage, site } = data;
      const resolution = resolutionOf(data);
      const target = resolution && redirectTarget(resolution, hash());
      if (target !== undefined) throw redirect(target);
      if (!resolution || !site)
        throw new ScreenUnavailableError(`The data of ${url} could not be read.`, { traceId: outage?.traceId });
      const { load } = await prepareScreen(screens, data).catch(throwUnavailable);
      if (!load || resolution.__typename !== "PageResolution") return data;
      return { ...data, privateData: await load({ url, account, resolution }) };
    };

  /**
   * Loads the data of the signed-in user for a page of the portal, while the route above it loads what is the same for
   * all users; null for an anonymous user.
   */
  const loadPortalPage =
    (screen: string) =>
    async ({ request }: LoaderFunctionArgs) => {
      const [{ query }, graph] = await Promise.all([
        screens.of(screen).preload().catch(throwUnavailable),
        account.state().kind === "signedIn" ? loadRouteQueries() : undefined,
      ]);
      return query && graph ? graph.askPrivate(account, query, screenUrl(request.url)) : null;
    };

  return { loadScreen, loadPortalPage };
}

/** Parameters that only the browser reads do not change the data; every other address may be of another site. */
export function shouldRevalidate({ currentUrl, nextUrl, ...args }: ShouldRevalidateFunctionArgs): boolean {
  if (screenUrl(currentUrl) !== screenUrl(nextUrl)) return true;
  return currentUrl.href === nextUrl.href && args.defaultShouldRevalidate;
}
