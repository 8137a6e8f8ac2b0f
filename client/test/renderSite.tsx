import { render } from "@testing-library/react";
import { createMemoryRouter, type HydrationState, Link } from "react-router";
import { RouterProvider } from "react-router/dom";
import { App } from "~/app/App";
import { SiteFrame } from "~/features/frame/SiteFrame";
import type { FrameFragment, FrameSiteFragment } from "~/graph/generated/graphql";
import { askScreen } from "~/graph/routeQueries";
import { type Account, anonymousAccount } from "~/lib/account/account";
import { lazy } from "~/lib/loading/lazy";
import type { ScreenData } from "~/lib/screen/screenData";
import { makeRoutes } from "~/routes/routes";
import type { Resolution, ScreenModule, Screens } from "~/routes/screenModule";
import { frame, siteData } from "./frame";

/** A page of the screen `TestScreen`. */
export type TestPage = FrameFragment & {
  __typename: "PageResolution";
  site: FrameSiteFragment;
  title: string;
  links: readonly string[];
};

/** A screen with a title and links. A page with the title `Broken` throws while rendering. */
function TestScreen({
  resolution,
  traceId,
  privateData,
}: {
  resolution: unknown;
  traceId?: string | undefined;
  privateData?: unknown;
}) {
  const { title, links, ...shown } = resolution as TestPage;
  if (title === "Broken") throw new Error("out of order");
  return (
    <SiteFrame frame={shown}>
      <title>{title}</title>
      <h1>{title}</h1>
      {traceId && <p>{`Trace ${traceId}`}</p>}
      {typeof privateData === "string" && <p>{privateData}</p>}
      {links.map((url) => (
        <Link key={url} to={url}>{`To ${url}`}</Link>
      ))}
    </SiteFrame>
  );
}

/** The screens of a test by name. */
export function screensOf(modules: Record<string, Partial<ScreenModule>>): Screens {
  const byName = new Map(
    Object.entries({ TestScreen: { Screen: TestScreen }, ...modules }).map(
      ([name, module]) => [name, lazy(name, () => Promise.resolve(module as ScreenModule))] as const,
    ),
  );
  return {
    has: (name) => byName.has(name),
    of(name) {
      const screen = byName.get(name);
      if (!screen) throw new Error(`There is no screen ${name}.`);
      return screen;
    },
  };
}

/** The data of a page of the screen `TestScreen`. */
export function pageData(title: string, links: readonly string[] = [], change: Partial<TestPage> = {}): ScreenData {
  const page: TestPage = { __typename: "PageResolution", ...frame, title, links, ...change };
  return { screen: "TestScreen", url: "", data: { resolve: page }, site: { siteAt: page.site } };
}

/** The data of a URL without a page. */
export function otherData(resolution: Exclude<Resolution, { __typename: "PageResolution" }>): ScreenData {
  return { screen: "TestScreen", url: "", data: { resolve: resolution }, site: siteData };
}

type Answer = Response | Promise<Response>;

export interface SiteOptions {
  account?: Account;
  screens?: Record<string, Partial<ScreenModule>>;
  hydrationData?: HydrationState;
}

/**
 * Renders the app at a URL. `answer` answers the requests for page data by path and query, without
 * `_payload.json`; `other` answers all other requests.
 */
export function renderSite(
  url: string,
  answer: (path: string, init?: RequestInit) => Answer,
  // Clients are stored by account.
  { account = { ...anonymousAccount }, screens = {}, hydrationData }: SiteOptions = {},
  other: (url: string, init?: RequestInit) => Answer = () => new Promise<Response>(() => undefined),
) {
  jest.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const url = input as string;
    return url.includes("/_payload.json") ? answer(url.replace("/_payload.json", ""), init) : other(url, init);
  });
  // jsdom does not scroll.
  const scrollTo = jest.fn<undefined, [x?: ScrollToOptions | number, y?: number]>();
  window.scrollTo = scrollTo;
  let hash = () => new URL(url, window.location.origin).hash;
  const routes = makeRoutes({
    screens: screensOf(screens),
    account,
    ask: (operation, address) => askScreen(account, operation, address),
    hash: () => hash(),
  });
  const router = createMemoryRouter(routes, {
    initialEntries: [url],
    ...(hydrationData ? { hydrationData } : {}),
  });
  hash = () => (router.state.navigation.location ?? router.state.location).hash;
  const rendered = render(
    <App origin={window.location.origin} locale="en" account={account}>
      <RouterProvider router={router} />
    </App>,
  );
  return { router, scrollTo, ...rendered };
}
