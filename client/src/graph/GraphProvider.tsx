import type { ApolloClient } from "@apollo/client";
import { ApolloProvider } from "@apollo/client/react";
import type { ReactNode } from "react";
import { type Account, useAccount } from "~/lib/account/account";
import { makeClient } from "./client";

const clients = new WeakMap<Account, ApolloClient>();

/** The Apollo Client of a visit. */
export function clientOf(account: Account): ApolloClient {
  const client = clients.get(account) ?? makeClient(account);
  clients.set(account, client);
  return client;
}

/**
 * Provides the Apollo Client to parts that are loaded on demand and query the graph: panels, dialogs, the portal. It is
 * in their chunks, so that the first load of a public page contains no Apollo Client.
 */
export function GraphProvider({ children }: { children: ReactNode }) {
  return <ApolloProvider client={clientOf(useAccount())}>{children}</ApolloProvider>;
}
