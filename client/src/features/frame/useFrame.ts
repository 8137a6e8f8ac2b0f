import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { preloadFont } from "~/theme/preloadFont";
import { type Frame, useStoreFrame } from "./lastFrame";

/** What the frame of every page does: stores itself for error pages, sets the theme, and closes menus on navigation. */
export function useFrame(frame: Frame) {
  const { pathname } = useLocation();
  const { site, theme } = frame;
  useStoreFrame(frame);
  if (import.meta.env.SSR) preloadFont(theme);

  // The server writes these attributes into the document; navigation within the app has to update them.
  useEffect(() => {
    const { dataset } = document.documentElement;
    dataset.theme = theme;
    if (site.enableCutFont) dataset.cutFont = "true";
    else delete dataset.cutFont;
  }, [theme, site.enableCutFont]);

  // Closes menus after a navigation, but not menus that were opened before hydration.
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    document.querySelectorAll<HTMLElement>("[popover]:popover-open").forEach((p) => p.hidePopover());
  }, [pathname]);
}
