import { createContext, useContext, useEffect } from "react";
import type { FrameFragment, FrameSiteFragment } from "~/graph/generated/graphql";
import { readConfig } from "~/lib/document/config";
import type { BreadcrumbEntry } from "~/ui/breadcrumb/Breadcrumb";

/** The parts of a page's data that the frame shows. */
export type Frame = Pick<FrameFragment, "locale" | "localeVersions" | "theme"> & {
  site: FrameSiteFragment;
  breadcrumb: readonly BreadcrumbEntry[];
};

/** Stores the frame that was shown last, for an error page that replaces it. */
export class LastFrame {
  private frame: Frame | undefined;

  store(frame: Frame) {
    this.frame = frame;
  }

  read(): Frame | undefined {
    return this.frame;
  }
}

const LastFrameContext = createContext<LastFrame | undefined>(undefined);

export const LastFrameProvider = LastFrameContext.Provider;

export function useLastFrame(): LastFrame | undefined {
  return useContext(LastFrameContext);
}

/** Stores the current frame as the last one. */
export function useStoreFrame({ site, locale, localeVersions, theme, breadcrumb }: Frame) {
  const lastFrame = useLastFrame();
  useEffect(() => {
    lastFrame?.store({ site, locale, localeVersions, theme, breadcrumb });
  }, [lastFrame, site, locale, localeVersions, theme, breadcrumb]);
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
export function errorPageSite(lastFrame: LastFrame | undefined, pathname: string): ErrorPageSite {
  const frame = lastFrame?.read();
  if (frame) {
    return { siteName: frame.site.name, homeUrl: frame.site.homeUrl, homeTitle: frame.breadcrumb[0]?.title };
  }
  const { siteName, homeUrl } = readConfig();
  return { siteName, homeUrl: homeUrl ?? homeOfAddress(pathname) };
}

/** The home page in the language of a URL, for an unknown site. */
export function homeOfAddress(pathname: string): string {
  return /^\/[a-z]{2}(?:-[a-z]{2})?(?=\/|$)/i.exec(pathname)?.[0] ?? "/";
}
