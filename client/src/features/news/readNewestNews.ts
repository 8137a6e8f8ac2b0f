import { NewestNewsDocument } from "~/graph/generated/graphql";
import { clientOf } from "~/graph/GraphProvider";
import type { Account } from "~/lib/account/account";
import { documentLocale } from "~/lib/document/documentLocale";
import { nextTask } from "~/lib/loading/nextTask";

/** Reads the id of the newest news entry; undefined for an empty feed. */
export async function readNewestNews(account: Account): Promise<string | undefined> {
  // Evaluating Apollo Client's code took this task; creating a client and querying run in separate tasks.
  await nextTask();
  const client = clientOf(account);
  await nextTask();
  const { data } = await client.query({
    query: NewestNewsDocument,
    variables: { locale: documentLocale() },
    // Apollo's cache would add the entry to the list of the panel.
    fetchPolicy: "no-cache",
  });
  return data?.newsFeed.edges[0]?.node.id;
}
