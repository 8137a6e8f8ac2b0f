import { PortalCountsDocument, type PortalCountsQueryVariables } from "~/graph/generated/graphql";
import { clientOf } from "~/graph/GraphProvider";
import type { Account } from "~/lib/account/account";
import { setPortalCounts } from "~/lib/account/portalCounts";
import { nextTask } from "~/lib/loading/nextTask";

/** Loads what waits for the signed-in user. */
export async function readPortalCounts(account: Account, variables: PortalCountsQueryVariables) {
  // Evaluating Apollo Client's code took this task; creating a client and querying run in separate tasks.
  await nextTask();
  const client = clientOf(account);
  await nextTask();
  const { data } = await client.query({
    query: PortalCountsDocument,
    variables,
    context: { signedIn: true },
    fetchPolicy: "no-cache",
  });
  if (!data) return;
  setPortalCounts({
    ...(data.waitingTicketCount !== undefined && { waitingTickets: data.waitingTicketCount }),
    ...(data.userAdmin && { openRequests: data.userAdmin.pendingRequestCount }),
  });
}
