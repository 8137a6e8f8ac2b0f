import { NewestNewsDocument } from "~/graph/generated/graphql";
import { clientOf } from "~/graph/GraphProvider";
import type { Account } from "~/lib/account";
import { documentLocale } from "~/lib/documentLocale";
import { nextTask } from "~/lib/nextTask";

/** Loads the id of the newest news entry; undefined for an empty feed. */
export async function newestNews(account: Account): Promise<string | undefined> {
  const variables = { locale: documentLocale() };
  // Evaluating Apollo Client's code took this task; creating a client and querying run in separate tasks.
  await nextTask();
  const client = clientOf(account);
  await nextTask();
  // Not cached: this page with one entry would replace the entries of an open news panel, which share its cache field.
  const { data } = await client.query({ query: NewestNewsDocument, variables, fetchPolicy: "no-cache" });
  return data?.newsFeed.edges[0]?.node.id;
}
