import { OpenRequestsDocument } from "~/graph/generated/graphql";
import { clientOf } from "~/graph/GraphProvider";
import type { Account } from "~/lib/account";
import { nextTask } from "~/lib/nextTask";

/** How many users have an open request, for an administrator. */
export async function readOpenRequests(account: Account): Promise<number | null> {
  // The code of Apollo Client was evaluated in this task; making a client and querying are tasks of their own.
  await nextTask();
  const client = clientOf(account);
  await nextTask();
  const { data } = await client.query({
    query: OpenRequestsDocument,
    context: { signedIn: true, queryDeduplication: false },
    fetchPolicy: "no-cache",
  });
  return data?.userAdmin.pendingRequestCount ?? null;
}
