import { useEffect } from "react";
import type { FrameSiteFragment } from "~/graph/generated/graphql";
import { useAccount } from "~/lib/account/account";
import { portalCounts } from "~/lib/account/portalCounts";
import { whenIdle } from "~/lib/loading/whenIdle";
import { usePortalPages } from "./usePortalPages";

/** Milliseconds for which a count is not asked again. */
const freshFor = 10_000;

let readAt = -Infinity;

/**
 * Loads what waits for the user when the browser is idle: on public pages only the number of users with an open request,
 * once, since it costs other users a request and the code of Apollo Client; in the portal also the number of waiting
 * tickets, again after each navigation.
 *
 * @param page the path of a page of the portal; undefined outside of the portal
 */
export function useReadPortalCounts(site: FrameSiteFragment, page?: string) {
  const account = useAccount();
  const pages = usePortalPages(site.portalNavigation);
  const withUsers = pages.some(({ page }) => page === "USER_ADMIN");
  const withTickets = page !== undefined && pages.some(({ page }) => page === "TICKETS");
  useEffect(() => {
    if (!withUsers && !withTickets) return;
    return whenIdle(() => {
      const isFresh = page === undefined ? portalCounts().openRequests !== null : Date.now() - readAt < freshFor;
      if (isFresh) return;
      readAt = Date.now();
      void import("./readPortalCounts")
        .then(({ readPortalCounts }) => readPortalCounts(account, { withTickets, withUsers }))
        // The user did not request the numbers: a failure is not reported.
        .catch(() => undefined);
    });
  }, [account, withUsers, withTickets, page]);
}
