import { createContext, useContext, useEffect } from "react";
import { readConfig } from "~/app/config";

/** What an error page needs to know of a site. */
export interface KnownSite {
  siteName?: string | undefined;
  homeUrl: string;
  /** What the site calls its home page. */
  homeTitle?: string | undefined;
}

/** Keeps the site that was shown last. */
export class SiteMemory {
  private shown: KnownSite | undefined;

  constructor(shown?: KnownSite) {
    this.shown = shown;
  }

  remember(site: KnownSite) {
    this.shown = site;
  }

  recall(): KnownSite | undefined {
    return this.shown;
  }
}

export const SiteMemoryContext = createContext<SiteMemory | undefined>(undefined);

export const SiteMemoryProvider = SiteMemoryContext.Provider;

/** Remembers the site that is shown, for an error page that later takes its place. */
export function useRememberSite({ siteName, homeUrl, homeTitle }: KnownSite) {
  const memory = useContext(SiteMemoryContext);
  useEffect(() => {
    memory?.remember({ siteName, homeUrl, homeTitle });
  }, [memory, siteName, homeUrl, homeTitle]);
}

/**
 * The site that an error page is about: the one that was shown last, since navigation may have led to another one than the
 * document's; else the document's.
 */
export function knownSite(memory: SiteMemory | undefined, pathname: string): KnownSite {
  const shown = memory?.recall();
  if (shown) return shown;
  const { siteName, homeUrl } = readConfig();
  return { siteName, homeUrl: homeUrl ?? homeOfAddress(pathname) };
}

/** The home page in the language that an address names, where the site is not known. */
export function homeOfAddress(pathname: string): string {
  return /^\/[a-z]{2}(?:-[a-z]{2})?(?=\/|$)/i.exec(pathname)?.[0] ?? "/";
}
