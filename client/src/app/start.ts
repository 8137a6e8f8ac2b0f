import type { InMemoryCache } from "@apollo/client";
import type { Screens } from "~/app/screens";
import type { ScreenData } from "~/graph/client";
import { ScreenStore } from "~/graph/ScreenStore";
import { preloadRoute } from "~/routes/Screens";
import { fallbackOperation, prepareScreen } from "~/routes/siteScreens";

/** Fetches the screen of a document and fills in the data that came along, so that it can be rendered at once. */
export async function startScreens(
  cache: InMemoryCache,
  url: string,
  data: ScreenData | undefined,
  nextRelease = false,
): Promise<Screens> {
  const operation = data?.operation || fallbackOperation;
  const store = new ScreenStore({
    cache,
    documentOf: prepareScreen,
    fallback: fallbackOperation,
    prefix: nextRelease ? "nextRelease_" : "",
  });
  // A path of no site comes without an operation.
  if (data?.operation) store.start(data, await prepareScreen(operation, data.data));
  await preloadRoute(new URL(url).pathname);
  return { store, first: { url, operation, partial: data?.partial } };
}
