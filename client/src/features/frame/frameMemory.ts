import { createContext, useContext, useEffect } from "react";
import type { FrameFragment } from "~/graph/generated/graphql";
import { readConfig } from "~/lib/config";

/** The parts of a page's data that the frame shows. */
export type Frame = Pick<FrameFragment, "site" | "locale" | "localeVersions" | "theme" | "breadcrumb">;

/** Stores the frame that was shown last, for an error page that replaces it. */
export class FrameMemory {
  private frame: Frame | undefined;

  remember(frame: Frame) {
    this.frame = frame;
  }

  recall(): Frame | undefined {
    return this.frame;
  }
}

const FrameMemoryContext = createContext<FrameMemory | undefined>(undefined);

export const FrameMemoryProvider = FrameMemoryContext.Provider;

export function useFrameMemory(): FrameMemory | undefined {
  return useContext(FrameMemoryContext);
}

/** Stores the current frame in the frame memory. */
export function useRememberFrame({ site, locale, localeVersions, theme, breadcrumb }: Frame) {
  const memory = useFrameMemory();
  useEffect(() => {
    memory?.remember({ site, locale, localeVersions, theme, breadcrumb });
  }, [memory, site, locale, localeVersions, theme, breadcrumb]);
}

/** The data of a site that its error page needs. */
export interface ErrorPageSite {
  siteName?: string | undefined;
  homeUrl: string;
  /** The title of the site's home page. */
  homeTitle?: string | undefined;
}

/**
 * The site of an error page: the last shown site, since navigation may have left the document's site; otherwise the
 * document's.
 */
export function errorPageSite(memory: FrameMemory | undefined, pathname: string): ErrorPageSite {
  const frame = memory?.recall();
  if (frame) {
    return { siteName: frame.site.name, homeUrl: frame.site.homeUrl, homeTitle: frame.breadcrumb[0]?.title };
  }
  const { siteName, homeUrl } = readConfig();
  return { siteName, homeUrl: homeUrl ?? homeOfAddress(pathname) };
}

/** The home page in the language of an address, for an unknown site. */
export function homeOfAddress(pathname: string): string {
  return /^\/[a-z]{2}(?:-[a-z]{2})?(?=\/|$)/i.exec(pathname)?.[0] ?? "/";
}
