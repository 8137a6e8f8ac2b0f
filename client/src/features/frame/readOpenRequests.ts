import { OpenRequestsDocument } from "~/graph/generated/graphql";
import { clientOf } from "~/graph/GraphProvider";
import type { Account } from "~/lib/account/account";
import { nextTask } from "~/lib/loading/nextTask";
import { openRequests, setOpenRequests } from "~/lib/account/openRequests";

/**
 * Loads the number of users with an open request, for an administrator, unless it is known or the portal keeps it up to
 * date.
 */
export async function readOpenRequests(account: Account, portalUrl: string) {
  // Evaluating Apollo Client's code took this task; creating a client and querying run in separate tasks.
  await nextTask();
  if (openRequests() !== null || window.location.href.startsWith(portalUrl)) return;
  const client = clientOf(account);
  await nextTask();
  const { data } = await client.query({
    query: OpenRequestsDocument,
    context: { signedIn: true },
    fetchPolicy: "no-cache",
  });
  // A page of the portal may have set it meanwhile.
  if (data && openRequests() === null) setOpenRequests(data.userAdmin.pendingRequestCount);
}
