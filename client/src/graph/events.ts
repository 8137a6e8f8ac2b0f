import type { ApolloLink } from "@apollo/client";
import { createClient, type RequestParams } from "graphql-sse";

/** Hears what happens. */
export interface Listener {
  next: (result: ApolloLink.Result) => void;
  error: (error: unknown) => void;
  complete: () => void;
}

/**
 * Listens to a subscription by server-sent events (graphql-sse, a connection of its own) until what it returns is called. When
 * to try again after a failure is left to who listens.
 */
export function listen(request: object, headers: Record<string, string>, listener: Listener): () => void {
  const client = createClient({ url: "/graphql", headers, retryAttempts: 0 });
  // The server takes the id of a document in place of its text.
  return client.subscribe(request as RequestParams, {
    next: (result) => listener.next(result as ApolloLink.Result),
    error: (error) => listener.error(error),
    complete: () => listener.complete(),
  });
}
