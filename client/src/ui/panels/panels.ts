import { createContext, useContext } from "react";
import type { LinkTarget } from "~/ui/link/Link";

/** The data of a site that the search needs. */
export interface SearchableSite {
  technicalName: string;
  searchUrl: string;
}

/** The panels and dialogs that can be opened from anywhere on a page. */
export interface PanelActions {
  openNews: () => void;
  /** Whether the newest news entry is unread. */
  hasUnreadNews: boolean;
  openShare: () => void;
  openSearch: (site: SearchableSite) => void;
  /** Opens the contact panel, with links to the given contact page and to a request, about a product if it names one. */
  openExpert: (contact?: LinkTarget | null, requestUrl?: string) => void;
}

const noop = () => undefined;

const PanelsContext = createContext<PanelActions>({
  openNews: noop,
  hasUnreadNews: false,
  openShare: noop,
  openExpert: noop,
  openSearch: noop,
});

export const PanelsProvider = PanelsContext.Provider;

/** The panels of this page. Without a provider, as in the style guide, they do nothing. */
export function usePanels(): PanelActions {
  return useContext(PanelsContext);
}
