import { createContext, useContext } from "react";
import type { ScreenStore, Shown } from "~/graph/ScreenStore";

export interface Screens {
  store: ScreenStore;
  /** What the document arrived with. */
  first: Shown;
}

const ScreensContext = createContext<Screens | undefined>(undefined);

export const ScreensProvider = ScreensContext.Provider;

/** The data of the screens of this visit. */
export function useScreens(): Screens {
  const screens = useContext(ScreensContext);
  if (!screens) throw new Error("There is no store of screens.");
  return screens;
}
