import { OpenRequestsDocument } from "~/graph/generated/graphql";
import { clientOf } from "~/graph/GraphProvider";
import type { Account } from "~/lib/account";
import { nextTask } from "~/lib/nextTask";
import { openRequests, setOpenRequests } from "~/lib/openRequests";

/** Reads how many users have an open request, for an administrator, unless the number is known or the portal follows it. */
export async function readOpenRequests(account: Account, portalUrl: string) {
  // The code of Apollo Client was evaluated in this task; making a client and querying are tasks of their own.
  await nextTask();
  if (openRequests() !== null || window.location.href.startsWith(portalUrl)) return;
  const client = clientOf(account);
  await nextTask();
  const { data } = await client.query({
    query: OpenRequestsDocument,
    context: { signedIn: true, queryDeduplication: false },
    fetchPolicy: "no-cache",
  });
  // A page of the portal may follow it by now.
  if (data && openRequests() === null) setOpenRequests(data.userAdmin.pendingRequestCount);
}
