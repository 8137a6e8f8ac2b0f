import { type ApolloClient, ApolloLink, Observable } from "@apollo/client";
import type { ReactNode } from "react";
import { clientOf } from "~/graph/GraphProvider";
import { type Account, AccountProvider, anonymousAccount } from "~/lib/account";
import type { SignInState } from "~/signin/signIn";
import { renderUi } from "./renderUi";

export interface GraphOptions {
  account?: Account;
  /** The address that the router starts at. */
  address?: string;
}

/**
 * Renders a part of the interface that queries the graph, with an Apollo Client of its own.
 * `prepare` fills the client's cache, or replaces its link.
 */
export function renderWithGraph(
  ui: ReactNode,
  prepare?: (client: ApolloClient) => void,
  { account = anonymousAccount, address }: GraphOptions = {},
) {
  // Clients are kept by account.
  const visit = { ...account };
  const client = clientOf(visit);
  prepare?.(client);
  return { client, ...renderUi(<AccountProvider value={visit}>{ui}</AccountProvider>, address) };
}

/** An operation that a client has sent; the test answers it. */
export interface SentOperation {
  name: string | undefined;
  variables: Record<string, unknown>;
  next: (data: object) => void;
  complete: () => void;
  fail: (error: Error) => void;
  isOver: boolean;
}

/** Makes a link that adds every operation to the list, and leaves the answer to the test. */
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

/** The session of a user, all of whose names are empty. */
export const signedInState = (id: string): SignInState => ({
  kind: "signedIn",
  user: { id, firstName: "", lastName: "", fullName: "", initials: "", email: "", roles: [] },
});
