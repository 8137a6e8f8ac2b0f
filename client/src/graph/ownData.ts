import type { ApolloClient, TypedDocumentNode } from "@apollo/client";

/** What the operation of a screen of the portal answers, as far as it is the same for all of them. */
export interface OwnScreenData {
  resolve: { __typename: string; portal?: object | null };
}

export type OwnScreenDocument = TypedDocumentNode<OwnScreenData, { url: string }>;

/** The addresses of which not everything could be read when they were asked for last. */
const failures = new WeakMap<ApolloClient, Set<string>>();

/**
 * Asks what an address shows to whoever is signed in, and fills it into the cache: all of it that could be read. False where
 * the server does not know them.
 */
export async function askOwn(client: ApolloClient, query: OwnScreenDocument, url: string): Promise<boolean> {
  const { data, error } = await client.query({
    query,
    variables: { url },
    fetchPolicy: "no-cache",
    errorPolicy: "all",
    context: { signedIn: true },
  });
  if (!data) throw new Error(error?.message ?? `Nothing is answered for ${url}.`, { cause: error });
  const isPage = data.resolve.__typename === "PageResolution";
  if (isPage && !data.resolve.portal) {
    // Somebody who is known, and of whom nothing can be read, is not to sign in once more.
    if (error) throw new Error(error.message, { cause: error });
    return false;
  }
  const failed = failures.get(client) ?? new Set();
  failures.set(client, failed);
  if (error) failed.add(url);
  else failed.delete(url);
  client.writeQuery({ query, variables: { url }, data });
  return true;
}

/** Whether something of an address could not be read. */
export function hasOwnFailed(client: ApolloClient, url: string): boolean {
  return failures.get(client)?.has(url) ?? false;
}

/** Takes away what an address showed to whoever is signed in; what it shows to everybody stays. */
export function forgetOwn(client: ApolloClient, url: string) {
  const field = `resolve(${JSON.stringify({ url })})`;
  client.cache.modify<Record<string, { portal?: unknown }>>({
    id: "ROOT_QUERY",
    fields: {
      resolve: (shown, { storeFieldName }) =>
        storeFieldName === field && "portal" in shown ? { ...shown, portal: null } : shown,
    },
  });
}
