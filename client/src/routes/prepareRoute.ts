import { matchPath } from "react-router";
import type { ScreenData } from "~/lib/screenData";
import { callbackModule } from "./callback/CallbackRoute";
import { prepareScreen, type Screens } from "./screen";
import { prepareStyleGuide } from "./style-guide/StyleGuideRoute";

/** Fetches the code of the route of a document, so that it can be rendered or hydrated at once. */
export async function prepareRoute(screens: Screens, pathname: string, data: ScreenData | undefined): Promise<void> {
  if (matchPath("/style-guide/*", pathname)) await prepareStyleGuide();
  else if (matchPath("/:locale?/callback", pathname)) await callbackModule.preload();
  else if (data) await prepareScreen(screens, data);
}
