import { NewestNewsDocument } from "~/graph/generated/graphql";
import { clientOf } from "~/graph/GraphProvider";
import type { Account } from "~/lib/account";

/** The id of the newest entry of the news feed; undefined for an empty one. */
export async function newestNews(account: Account): Promise<string | undefined> {
  const variables = { locale: document.documentElement.lang };
  const { data } = await clientOf(account).query({ query: NewestNewsDocument, variables });
  return data?.newsFeed.edges[0]?.node.id;
}
