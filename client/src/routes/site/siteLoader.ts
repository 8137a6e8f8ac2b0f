import { type LoaderFunctionArgs, redirect, type ShouldRevalidateFunctionArgs } from "react-router";
import type { Account } from "~/lib/account/account";
import { ScreenUnavailableError } from "~/lib/screen/ScreenCache";
import type { ScreenData } from "~/lib/screen/screenData";
import { screenUrl } from "~/lib/url/screenUrl";
import type { SiteData } from "~/lib/screen/screenData";
import { loadSiteData } from "~/lib/screen/siteData";
import { prepareScreen, type Resolution, resolutionOf, type Screens } from "../screenModule";
import { redirectTarget } from "./redirectTarget";

/** The result of the screen route's loader. */
export interface LoadedScreen extends ScreenData {
  /** The result of the screen's own `load`. */
  privateData?: unknown;
}

export interface SiteLoaderOptions {
  screens: Screens;
  account: Account;
  /** Reads the data of an address: from the render request on the server, from cache or network in the browser. */
  read: (url: string, context: unknown) => Promise<ScreenData>;
  /** Returns the hash of the address that is loaded, which a request lacks. */
  hash: () => string;
}

interface ResolvedScreen {
  data: ScreenData;
  resolution: Resolution;
}

/** Creates the loaders of the site and of the screen of all site addresses. The server selects the screen. */
export function makeSiteLoaders({ screens, account, read, hash }: SiteLoaderOptions) {
  // The loaders of a navigation get the same request, so that its address is read once.
  const reads = new WeakMap<Request, Promise<ResolvedScreen>>();
  const resolve = (args: LoaderFunctionArgs) => {
    const pending = reads.get(args.request) ?? readResolved(args);
    reads.set(args.request, pending);
    return pending;
  };

  /** Throws a redirect, or a ScreenUnavailableError if the address cannot be resolved now. */
  async function readResolved({ request, context }: LoaderFunctionArgs): Promise<ResolvedScreen> {
    const data = await read(screenUrl(request.url), context);
    const resolution = resolutionOf(data);
    if (!resolution) {
      const { traceId } = data.outage ?? {};
      throw new ScreenUnavailableError(`The data of ${data.url} could not be read.`, { traceId });
    }
    const target = redirectTarget(resolution, hash());
    if (target !== undefined) throw redirect(target);
    return { data, resolution };
  }

  async function loadSite(args: LoaderFunctionArgs): Promise<SiteData> {
    const { data } = await resolve(args);
    const site = await loadSiteData(data).catch((cause: unknown) => {
      throw new ScreenUnavailableError(`The site of ${data.url} could not be read.`, { cause });
    });
    if (!site) throw new ScreenUnavailableError(`The data of ${data.url} has no site.`);
    return site;
  }

  async function loadScreen(args: LoaderFunctionArgs): Promise<LoadedScreen> {
    const { data, resolution } = await resolve(args);
    const { load } = await prepareScreen(screens, data).catch((cause: unknown) => {
      throw new ScreenUnavailableError(`The code of ${data.screen} cannot be loaded.`, { cause });
    });
    if (!load || resolution.__typename !== "PageResolution") return data;
    return { ...data, privateData: await load({ url: data.url, account, resolution }) };
  }

  return { loadSite, loadScreen };
}

/** Parameters that only the browser reads do not change the data; every other address may be of another site. */
export function shouldRevalidate({ currentUrl, nextUrl, ...args }: ShouldRevalidateFunctionArgs): boolean {
  if (screenUrl(currentUrl) !== screenUrl(nextUrl)) return true;
  return currentUrl.href === nextUrl.href && args.defaultShouldRevalidate;
}
