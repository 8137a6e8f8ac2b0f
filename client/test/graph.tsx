import { type ApolloClient, ApolloLink, Observable } from "@apollo/client";
import type { ReactNode } from "react";
import { clientOf } from "~/graph/GraphProvider";
import { type Account, AccountProvider, anonymousAccount } from "~/lib/account/account";
import type { SignInState } from "~/signin/signIn";
import { renderUi } from "./renderUi";

export interface GraphOptions {
  account?: Account;
  /** The start URL of the router. */
  url?: string;
  hasDataRouter?: boolean;
}

/**
 * Renders a component that queries the graph, with its own Apollo Client. `prepare` fills the client's cache or
 * replaces its link.
 */
export function renderWithGraph(
  ui: ReactNode,
  prepare?: (client: ApolloClient) => void,
  { account = anonymousAccount, url, hasDataRouter }: GraphOptions = {},
) {
  // Clients are stored by account.
  const visit = { ...account };
  const client = clientOf(visit);
  prepare?.(client);
  return { client, ...renderUi(<AccountProvider value={visit}>{ui}</AccountProvider>, url, hasDataRouter) };
}

/** A sent operation, which the test answers. */
export interface SentOperation {
  name: string | undefined;
  variables: Record<string, unknown>;
  next: (data: object) => void;
  complete: () => void;
  fail: (error: Error) => void;
  isOver: boolean;
}

/** Creates a link that records every operation and leaves the answer to the test. */
export function recordingLink(sent: SentOperation[]): ApolloLink {
  return new ApolloLink(
    ({ operationName, variables }) =>
      new Observable((observer) => {
        const operation: SentOperation = {
          name: operationName,
          variables,
          next: (data) => observer.next({ data }),
          complete: () => observer.complete(),
          fail: (error) => observer.error(error),
          isOver: false,
        };
        sent.push(operation);
        return () => void (operation.isOver = true);
      }),
  );
}

/** The session of a user with empty names. */
export const signedInState = (id: string): SignInState => ({
  kind: "signedIn",
  user: { id, firstName: "", lastName: "", fullName: "", initials: "", email: "", roles: [] },
});
