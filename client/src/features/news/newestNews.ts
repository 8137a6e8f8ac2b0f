import { NewestNewsDocument } from "~/graph/generated/graphql";
import { clientOf } from "~/graph/GraphProvider";
import type { Account } from "~/lib/account";
import { nextTask } from "~/lib/nextTask";

/** The id of the newest entry of the news feed; undefined for an empty one. */
export async function newestNews(account: Account): Promise<string | undefined> {
  const variables = { locale: document.documentElement.lang };
  // The code of Apollo Client was evaluated in this task; making a client and querying are tasks of their own.
  await nextTask();
  const client = clientOf(account);
  await nextTask();
  // No other query has this document; deduplication would print it.
  const context = { queryDeduplication: false };
  // Not cached: this page of one entry would replace the entries of an open news panel, which share its cache field.
  const { data } = await client.query({
    query: NewestNewsDocument,
    variables,
    context,
    fetchPolicy: "no-cache",
  });
  return data?.newsFeed.edges[0]?.node.id;
}
