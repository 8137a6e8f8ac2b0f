import { createContext, useContext } from "react";
import type { LinkTarget } from "~/ui/link/Link";

/** What the search needs to know of a site. */
export interface SearchedSite {
  technicalName: string;
  searchUrl: string;
}

/** What can be opened from anywhere on a page. */
export interface Panels {
  openNews: () => void;
  /** The newest of the news was not seen yet. */
  hasUnreadNews: boolean;
  openShare: () => void;
  openSearch: (site: SearchedSite) => void;
  /** Talk to an Expert; where a link is given, the panel leads on to it. */
  openExpert: (contact?: LinkTarget | null) => void;
}

const nothing = () => undefined;

const PanelsContext = createContext<Panels>({
  openNews: nothing,
  hasUnreadNews: false,
  openShare: nothing,
  openExpert: nothing,
  openSearch: nothing,
});

export const PanelsProvider = PanelsContext.Provider;

/** The panels of this page. Without a provider, as on the style guide, they open nothing. */
export function usePanels(): Panels {
  return useContext(PanelsContext);
}
