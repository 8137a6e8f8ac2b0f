import { type DefaultContext, ServerError, type TypedDocumentNode } from "@apollo/client";
import type { DocumentNode } from "graphql";
import { createQueryPreloader, type QueryRef } from "@apollo/client/react";
import type { Account } from "~/lib/account/account";
import type { ScreenData } from "~/lib/screen/screenData";
import { ScreenUnavailableError } from "~/lib/screen/ScreenUnavailableError";
import {
  CatalogScreenDocument,
  ContentScreenDocument,
  EditorScreenDocument,
  MediaReleasesScreenDocument,
  PortalScreenDocument,
  RequestScreenDocument,
  SearchScreenDocument,
  StoriesScreenDocument,
} from "./generated/graphql";
import { isUnauthenticated } from "./client";
import { clientOf } from "./GraphProvider";
import { signedIn } from "./signedIn";

const documents = {
  CatalogScreen: CatalogScreenDocument,
  ContentScreen: ContentScreenDocument,
  EditorScreen: EditorScreenDocument,
  MediaReleasesScreen: MediaReleasesScreenDocument,
  PortalScreen: PortalScreenDocument,
  RequestScreen: RequestScreenDocument,
  SearchScreen: SearchScreenDocument,
  StoriesScreen: StoriesScreenDocument,
};

/** The operation of a screen. */
export type ScreenOperation = keyof typeof documents;

/** What the links read (`DefaultContext`). */
export interface ScreenContext extends Pick<DefaultContext, "signedIn" | "isRevalidation" | "prefetch"> {
  headers?: Record<string, string>;
}

/**
 * The query of a portal page: `portal` is null for a user whom the server does not know. An unknown page has a
 * `message` instead.
 */
export interface PrivateQuery {
  resolve: { __typename: string; portal?: object | null; message?: string };
}

/**
 * Asks the operation of a screen for an address. Its links answer with the data of the operation, the name of the screen
 * that shows it, and the data of the site. Rejects with a ScreenUnavailableError.
 */
export async function askScreen(
  account: Account,
  operation: ScreenOperation,
  url: string,
  context: ScreenContext = {},
): Promise<ScreenData> {
  const query: TypedDocumentNode<ScreenData, { url: string }> = documents[operation] as DocumentNode;
  try {
    const { data } = await clientOf(account).query({
      query,
      variables: { url },
      // The link has a cache of its own.
      fetchPolicy: "no-cache",
      context: { ...context, queryDeduplication: false },
    });
    if (!data) throw new Error("The answer has no data.");
    return data;
  } catch (cause) {
    throw new ScreenUnavailableError(`The data of ${url} cannot be loaded.`, { traceId: traceOf(cause), cause });
  }
}

/** The same for the signed-in user; undefined if the session has ended. */
export async function askProtectedScreen(account: Account, operation: ScreenOperation, url: string) {
  try {
    return await askScreen(account, operation, url, { signedIn: true });
  } catch (error) {
    if (isUnauthenticated((error as Error).cause)) return undefined;
    throw error;
  }
}

/** Returns the trace id of an error response; undefined for a response of a proxy. */
function traceOf(error: unknown): string | undefined {
  if (!ServerError.is(error)) return undefined;
  try {
    return (JSON.parse(error.bodyText) as { error?: { traceId?: string } }).error?.traceId;
  } catch {
    return undefined;
  }
}

/** Queries the data of the signed-in user for a page of the portal, at every visit. */
export function askPrivate<Query extends PrivateQuery>(
  account: Account,
  query: TypedDocumentNode<Query, { url: string }>,
  url: string,
): Promise<QueryRef<Query>> {
  const preloadQuery = createQueryPreloader(clientOf(account));
  const privateData = preloadQuery(query, { ...signedIn, variables: { url }, fetchPolicy: "network-only" });
  return preloadQuery.toPromise(privateData) as Promise<QueryRef<Query>>;
}
