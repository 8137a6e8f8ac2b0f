import { startTransition, useEffect, useState } from "react";
import { useLocation } from "react-router";
import { useOrigin } from "~/app/origin";
import { useScreens } from "~/app/screens";
import { ComparisonOnDemand } from "./ComparisonOnDemand";
import { Panels } from "./Panels";
import { screenOf } from "./siteScreens";
import { usePrefetch } from "./usePrefetch";
import { useScroll } from "./useScroll";

/**
 * Whatever an address of the sites leads to. The server says which screen that is; until it has, the one before stays.
 */
export function SiteScreen() {
  const { pathname, search } = useLocation();
  const url = useOrigin() + pathname + search;
  const { store, first } = useScreens();
  const [shown, setShown] = useState(() => store.known(url) ?? first);
  usePrefetch(store);
  useScroll(shown.url === url);

  useEffect(() => {
    if (shown.url === url) return;
    let current = true;
    document.documentElement.dataset.loading = "";
    store
      .open(url)
      .then(async (next) => {
        await screenOf(next.operation).preload();
        if (current) startTransition(() => setShown(next));
      })
      // A screen that cannot be fetched, after a release say, is left to a new document.
      .catch(() => current && window.location.assign(url));
    return () => {
      current = false;
      delete document.documentElement.dataset.loading;
    };
  }, [url, shown.url, store]);

  const { Screen } = screenOf(shown.operation).use();
  return (
    <Panels>
      <Screen url={shown.url} />
      <ComparisonOnDemand />
    </Panels>
  );
}
