import { lazy } from "~/lib/loading/lazy";
import { ScreenUnavailableError } from "~/lib/screen/ScreenUnavailableError";

const routeQueries = lazy("src/graph/routeQueries.ts", () => import("./routeQueries"));

/**
 * Loads what routes ask the graph, with Apollo Client: documents are hydrated without. Rejects with a
 * ScreenUnavailableError.
 */
export const loadRouteQueries = () =>
  routeQueries.preload().catch((cause: unknown) => {
    throw new ScreenUnavailableError("The code that asks the graph cannot be loaded.", { needsReload: true, cause });
  });
