import { useEffect } from "react";
import { useOrigin } from "~/app/origin";
import type { ScreenStore } from "~/graph/ScreenStore";

interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

/** How long a link is pointed at before that counts as an intention. */
const intention = 65;

/** Loads what a link leads to once it is pointed at; not on slow connections or with data saver on (spec §9). */
export function usePrefetch(store: ScreenStore) {
  const origin = useOrigin();
  useEffect(() => {
    const connection = (navigator as { connection?: Connection }).connection;
    if (connection?.saveData || /2g/.test(connection?.effectiveType ?? "")) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const point = (event: Event) => {
      clearTimeout(timer);
      const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>("a[data-discover]");
      if (!link || link.origin !== origin || link.pathname === window.location.pathname) return;
      const url = origin + link.pathname + link.search;
      timer = setTimeout(() => void store.prefetch(url), event.type === "pointerover" ? intention : 0);
    };
    document.addEventListener("pointerover", point, { passive: true });
    document.addEventListener("focusin", point);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("pointerover", point);
      document.removeEventListener("focusin", point);
    };
  }, [origin, store]);
}
