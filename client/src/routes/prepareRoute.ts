import { matchPath } from "react-router";
import type { ScreenData } from "~/lib/screen/screenData";
import { callbackModule } from "./callback/CallbackRoute";
import { prepareScreen, type Screens } from "./screenModule";
import { prepareStyleGuide } from "./style-guide/StyleGuideRoute";

/** Loads the code of a document's route in advance, so that it renders or hydrates without suspending. */
export async function prepareRoute(screens: Screens, pathname: string, data: ScreenData | undefined): Promise<void> {
  if (matchPath("/style-guide/*", pathname)) await prepareStyleGuide();
  else if (matchPath("/:locale?/callback", pathname)) await callbackModule.preload();
  else if (data) await prepareScreen(screens, data);
}
