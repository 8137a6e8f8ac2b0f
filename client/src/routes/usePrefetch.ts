import { useEffect } from "react";
import { useOrigin } from "~/lib/url/origin";
import { screenUrl } from "~/lib/url/screenUrl";

/** Loads the data and the code of an address in advance. */
export type Prefetch = (url: string) => Promise<void>;

interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

/** Milliseconds that a link is pointed at before this counts as an intent. */
const intentDelay = 65;

/** Prefetches the data and the code of a link on intent; not on slow connections or with data saver on (CLI-7). */
export function usePrefetch(prefetch: Prefetch | undefined) {
  const origin = useOrigin();
  useEffect(() => {
    if (!prefetch) return;
    const connection = (navigator as { connection?: Connection }).connection;
    if (connection?.saveData || /2g/.test(connection?.effectiveType ?? "")) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onIntent = (event: Event) => {
      clearTimeout(timer);
      const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>("a[data-discover]");
      if (!link || link.origin !== origin || link.pathname === window.location.pathname) return;
      const url = screenUrl(link.href);
      timer = setTimeout(() => void prefetch(url), event.type === "pointerover" ? intentDelay : 0);
    };
    document.addEventListener("pointerover", onIntent, { passive: true });
    document.addEventListener("focusin", onIntent);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("pointerover", onIntent);
      document.removeEventListener("focusin", onIntent);
    };
  }, [origin, prefetch]);
}
