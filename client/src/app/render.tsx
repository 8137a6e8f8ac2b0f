import { renderToString } from "react-dom/server";
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from "react-router";
import { App } from "~/app/App";
import { threadTask } from "~/app/threadTask";
import { loadTexts, textBundles } from "~/i18n/textBundles";
import { anonymousAccount } from "~/lib/account/account";
import { takeUsed } from "~/lib/loading/lazy";
import { SharedMarkupStore, SharedScopeProvider } from "~/lib/document/sharedMarkup";
import { StructuredDataProvider, StructuredDataStore } from "~/ui/structured-data/StructuredData";
import type { ScreenData } from "~/lib/screen/screenData";
import { prepareRoute } from "~/routes/prepareRoute";
import { makeRoutes } from "~/routes/routes";
import { screens } from "~/routes/screenRegistry";

/** A render request; the other side is `edge/render` in Go. */
interface Input extends ScreenData {
  locale: string;
  /** The path that a preview is served below. */
  base?: string;
}

/** For a root that is not a document, React writes head elements before everything else. */
const hoistedTags = /^(?:<title>[^<]*<\/title>|<meta [^>]*>|<link [^>]*>)+/;

const routes = makeRoutes({
  screens,
  account: anonymousAccount,
  ask: (operation, url, context) => Promise.resolve(context as ScreenData),
  hash: () => "",
});
const sites = createStaticHandler(routes);
const sharedMarkup = new SharedMarkupStore();

/** The answer to a request: a line of JSON, and the markup of the app's root element. */
async function render(input: Input): Promise<string> {
  const { origin, pathname, search } = new URL(input.url);
  const { base = "" } = input;
  const handler = base ? createStaticHandler(routes, { basename: base }) : sites;
  const [context] = await Promise.all([
    handler.query(new Request(origin + base + pathname + search), { requestContext: input }),
    loadTexts(input.locale, ...textBundles),
    prepareRoute(screens, pathname, input),
  ]);
  if (context instanceof Response) throw new Error(`${input.url} is a redirect.`);
  takeUsed();
  // The path of the site's data contains its version.
  const scope = input.siteUrl && !input.private ? `${origin} ${input.siteUrl} ${input.locale}` : undefined;
  const structuredData = new StructuredDataStore();
  const rendered = renderToString(
    <StructuredDataProvider value={structuredData}>
      <SharedScopeProvider value={scope ? { store: sharedMarkup, key: scope } : undefined}>
        <App origin={origin} locale={input.locale} account={anonymousAccount} form={input.form}>
          <StaticRouterProvider
            router={createStaticRouter(handler.dataRoutes, context)}
            context={context}
            hydrate={false}
          />
        </App>
      </SharedScopeProvider>
    </StructuredDataProvider>,
  );
  const html = sharedMarkup.collect(rendered);
  const head = hoistedTags.exec(html)?.[0] ?? "";
  const answer = { head: head + structuredData.markup, modules: takeUsed() };
  return `${JSON.stringify(answer)}\n${html.slice(head.length)}`;
}

/** Called by `threads.ts` when this module is loaded. */
export const ready = () => "";

/** The answer to a request, for `threads.ts`. */
export default threadTask((input) => render(JSON.parse(input) as Input));
