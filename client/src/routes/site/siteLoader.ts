import { type LoaderFunctionArgs, redirect, type ShouldRevalidateFunctionArgs } from "react-router";
import type { Account } from "~/lib/account";
import { ScreenUnavailableError } from "~/lib/ScreenCache";
import type { ScreenData } from "~/lib/screenData";
import { prepareScreen, resolutionOf, type Screens } from "../screenModule";
import { screenUrl } from "~/lib/screenUrl";

/** The result of the site route's loader. */
export interface LoadedScreen extends ScreenData {
  /** The result of the screen's own `load`. */
  privateData?: unknown;
}

export interface SiteLoaderOptions {
  screens: Screens;
  account: Account;
  /** Reads the data of an address: from the render request on the server, from cache or network in the browser. */
  read: (url: string, context: unknown) => Promise<ScreenData>;
}

/** Creates the loader of all site addresses. The server selects the screen of an address. */
export function makeSiteLoader({ screens, account, read }: SiteLoaderOptions) {
  return async ({ request, context }: LoaderFunctionArgs): Promise<LoadedScreen> => {
    const data = await read(screenUrl(request.url), context);
    const resolution = resolutionOf(data);
    if (!resolution) {
      const { traceId } = data.outage ?? {};
      throw new ScreenUnavailableError(`The data of ${data.url} could not be read.`, { traceId });
    }
    if (resolution.__typename === "RedirectResolution") throw redirect(resolution.location);
    const { load } = await prepareScreen(screens, data).catch((cause: unknown) => {
      throw new ScreenUnavailableError(`The code of ${data.screen} cannot be loaded.`, { cause });
    });
    if (!load || resolution.__typename !== "PageResolution") return data;
    return { ...data, privateData: await load({ url: data.url, account, resolution }) };
  };
}

/** Parameters that only the browser reads do not change the data. */
export function shouldRevalidate({ currentUrl, nextUrl, ...args }: ShouldRevalidateFunctionArgs): boolean {
  const isSameData = screenUrl(currentUrl) === screenUrl(nextUrl);
  return isSameData && currentUrl.href !== nextUrl.href ? false : args.defaultShouldRevalidate;
}
