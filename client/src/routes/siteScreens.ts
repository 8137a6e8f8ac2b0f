import type { DocumentNode } from "graphql";
import { type Lazy, lazy } from "~/ui/lazy/lazy";
import type { ScreenModule } from "./screen";

/** The screen of content, which also shows every outcome that is no other screen's. */
export const fallbackOperation = "ContentScreen";

const screens: Readonly<Record<string, Lazy<ScreenModule>>> = {
  ContentScreen: lazy("src/routes/content/ContentScreen.tsx", () => import("./content/ContentScreen")),
  CatalogScreen: lazy("src/routes/catalog/CatalogScreen.tsx", () => import("./catalog/CatalogScreen")),
  StoriesScreen: lazy("src/routes/stories/StoriesScreen.tsx", () => import("./stories/StoriesScreen")),
  PortalScreen: lazy("src/routes/portal/PortalScreen.tsx", () => import("./portal/PortalScreen")),
  AccountScreen: lazy("src/routes/portal/AccountScreen.tsx", () => import("./portal/AccountScreen")),
  NewTicketScreen: lazy("src/routes/portal/NewTicketScreen.tsx", () => import("./portal/NewTicketScreen")),
  TicketScreen: lazy("src/routes/portal/TicketScreen.tsx", () => import("./portal/TicketScreen")),
  TicketsScreen: lazy("src/routes/portal/TicketsScreen.tsx", () => import("./portal/TicketsScreen")),
  SearchScreen: lazy("src/routes/search/SearchScreen.tsx", () => import("./search/SearchScreen")),
  MediaReleasesScreen: lazy("src/routes/media/MediaReleasesScreen.tsx", () => import("./media/MediaReleasesScreen")),
};

/** Fetches the screen of an operation with everything that its data needs; its document. */
export async function prepareScreen(operation: string, data: unknown): Promise<DocumentNode> {
  const { document, prepare } = await screenOf(operation).preload();
  await prepare?.(data);
  return document;
}

/** The screen that asks an operation, by its name. */
export function screenOf(operation: string): Lazy<ScreenModule> {
  const screen = screens[operation] ?? screens[fallbackOperation];
  if (!screen) throw new Error("There is no screen of content.");
  return screen;
}
