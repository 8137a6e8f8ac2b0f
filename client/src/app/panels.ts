import { createContext, useContext } from "react";

/** What can be opened from anywhere on a page. */
export interface Panels {
  openNews: () => void;
  /** The newest of the news was not seen yet (spec §4, News feed). */
  hasUnreadNews: boolean;
  openShare: () => void;
}

const nothing = () => undefined;

const PanelsContext = createContext<Panels>({ openNews: nothing, hasUnreadNews: false, openShare: nothing });

export const PanelsProvider = PanelsContext.Provider;

/** The panels of this page. Without a provider, as on the style guide, they open nothing. */
export function usePanels(): Panels {
  return useContext(PanelsContext);
}
