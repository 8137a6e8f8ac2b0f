import { useApolloClient } from "@apollo/client/react";
import { startTransition, useCallback, useEffect, useState } from "react";
import { useLocation } from "react-router";
import { useAccount } from "~/app/account";
import { useOrigin } from "~/app/origin";
import { useScreens } from "~/app/screens";
import { askOwn, forgetOwn, type OwnScreenDocument } from "~/graph/ownData";
import { PartialContentProvider } from "~/ui/notice/partialContent";
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
  const readOwn = useReadOwn();

  useEffect(() => {
    if (shown.url === url) return;
    let current = true;
    document.documentElement.dataset.loading = "";
    store
      .open(url)
      .then(async (next) => {
        const { document, isProtected } = await screenOf(next.operation).preload();
        if (isProtected && current) await readOwn(document, url);
        if (current) startTransition(() => setShown(next));
      })
      // A screen that cannot be fetched, after a release say, is left to a new document.
      .catch(() => current && window.location.assign(url));
    return () => {
      current = false;
      delete document.documentElement.dataset.loading;
    };
  }, [url, shown.url, store, readOwn]);

  const { Screen } = screenOf(shown.operation).use();
  return (
    <PartialContentProvider value={shown.partial ?? false}>
      <Panels>
        <Screen url={shown.url} />
        <ComparisonOnDemand url={shown.url} />
      </Panels>
    </PartialContentProvider>
  );
}

/**
 * Reads what a protected screen shows to whoever is signed in, so that the page before stays until the next one is whole. Where
 * nothing can be read there is nothing of an earlier visit either: the screen asks again, and tells.
 */
function useReadOwn() {
  const account = useAccount();
  const client = useApolloClient();
  return useCallback(
    async (document: OwnScreenDocument, url: string) => {
      try {
        if (account.state().kind === "signedIn" && (await askOwn(client, document, url))) return;
      } catch (error) {
        console.warn("A page of the portal cannot be read ahead.", error);
      }
      forgetOwn(client, url);
    },
    [account, client],
  );
}
