import { createContext, useContext, useEffect } from "react";
import type { FrameFragment } from "~/graph/generated/graphql";
import { readConfig } from "~/lib/config";

/** The parts of a page's data that its frame shows. */
export type Frame = Pick<FrameFragment, "site" | "locale" | "localeVersions" | "theme" | "breadcrumb">;

/** Keeps the frame that was shown last, for an error page that replaces it. */
export class FrameMemory {
  private shown: Frame | undefined;

  remember(frame: Frame) {
    this.shown = frame;
  }

  recall(): Frame | undefined {
    return this.shown;
  }
}

const FrameMemoryContext = createContext<FrameMemory | undefined>(undefined);

export const FrameMemoryProvider = FrameMemoryContext.Provider;

export function useFrameMemory(): FrameMemory | undefined {
  return useContext(FrameMemoryContext);
}

/** Remembers the frame that is shown. */
export function useRememberFrame({ site, locale, localeVersions, theme, breadcrumb }: Frame) {
  const memory = useFrameMemory();
  useEffect(() => {
    memory?.remember({ site, locale, localeVersions, theme, breadcrumb });
  }, [memory, site, locale, localeVersions, theme, breadcrumb]);
}

/** What an error page needs to know of the site it is on. */
export interface KnownSite {
  siteName?: string | undefined;
  homeUrl: string;
  /** What the site calls its home page. */
  homeTitle?: string | undefined;
}

/**
 * The site of an error page: the one that was shown last, since navigation may have led to another one than the document's;
 * else the document's.
 */
export function knownSite(memory: FrameMemory | undefined, pathname: string): KnownSite {
  const shown = memory?.recall();
  if (shown) {
    return { siteName: shown.site.name, homeUrl: shown.site.homeUrl, homeTitle: shown.breadcrumb[0]?.title };
  }
  const { siteName, homeUrl } = readConfig();
  return { siteName, homeUrl: homeUrl ?? homeOfAddress(pathname) };
}

/** The home page in the language that an address names, where the site is not known. */
export function homeOfAddress(pathname: string): string {
  return /^\/[a-z]{2}(?:-[a-z]{2})?(?=\/|$)/i.exec(pathname)?.[0] ?? "/";
}
