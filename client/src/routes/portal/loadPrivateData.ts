import type { TypedDocumentNode } from "@apollo/client";
import { createQueryPreloader, type QueryRef } from "@apollo/client/react";
import { clientOf } from "~/graph/GraphProvider";
import { signedIn } from "~/graph/signedIn";
import type { LoadArgs } from "~/routes/screenModule";

/**
 * The query of a portal page: `portal` is null for a user whom the server does not know. An unknown page has a
 * `message` instead.
 */
export interface PrivateQuery {
  resolve: { __typename: string; portal?: object | null; message?: string };
}

/** Creates the `load` function of a portal screen, which queries the signed-in user's data at every visit. */
export function loadPrivateData<Query extends PrivateQuery>(query: TypedDocumentNode<Query, { url: string }>) {
  return async ({ url, account }: LoadArgs): Promise<QueryRef<Query> | undefined> => {
    if (account.state().kind !== "signedIn") return undefined;
    const preloadQuery = createQueryPreloader(clientOf(account));
    const privateData = preloadQuery(query, { ...signedIn, variables: { url }, fetchPolicy: "network-only" });
    return preloadQuery.toPromise(privateData) as Promise<QueryRef<Query>>;
  };
}
