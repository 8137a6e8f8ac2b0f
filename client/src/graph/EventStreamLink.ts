import { ApolloLink, Observable } from "@apollo/client";
import type { DocumentNode } from "graphql";
import { createClient, type RequestParams } from "graphql-sse";

export interface EventStreamLinkOptions {
  uri: string;
  /** Returns the id of a persisted document. */
  hashOf: (document: DocumentNode) => string;
}

/**
 * A terminating link for subscriptions over server-sent events (graphql-sse, "distinct connections" mode). It does not
 * reconnect: callers decide when.
 */
export class EventStreamLink extends ApolloLink {
  constructor({ uri, hashOf }: EventStreamLinkOptions) {
    super(
      (operation) =>
        new Observable((observer) => {
          const { headers } = operation.getContext() as { headers?: Record<string, string> };
          const client = createClient({ url: uri, headers: headers ?? {}, retryAttempts: 0 });
          const { operationName, variables } = operation;
          const request = { documentId: hashOf(operation.query), operationName, variables };
          // The server accepts the id of a persisted document instead of its text.
          const unsubscribe = client.subscribe(request as unknown as RequestParams, {
            next: (result) => observer.next(result as ApolloLink.Result),
            error: (error) => observer.error(error),
            complete: () => observer.complete(),
          });
          return () => {
            unsubscribe();
            client.dispose();
          };
        }),
    );
  }
}
