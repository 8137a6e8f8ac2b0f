import type { TypedDocumentNode } from "@graphql-typed-document-node/core";
import { documentBase } from "~/lib/url/base";
import { hashOf, nameOf } from "./hashOf";

/**
 * Executes a query of anonymous visitors without Apollo Client, whose code a first visit does not load. Rejects if
 * there is no data.
 */
export async function fetchQuery<Data, Variables>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
): Promise<Data> {
  const parameters = new URLSearchParams({
    operationName: nameOf(document),
    variables: JSON.stringify(variables),
    extensions: JSON.stringify({ persistedQuery: { version: 1, sha256Hash: hashOf(document) } }),
  });
  const response = await fetch(`${documentBase()}/graphql?${parameters.toString()}`, {
    headers: { accept: "application/graphql-response+json" },
  });
  const { data } = (await response.json()) as { data?: Data | null };
  if (!data) throw new Error(`A query was answered without data, with status ${response.status}.`);
  return data;
}
