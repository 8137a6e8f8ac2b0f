import type { ApolloClient } from "@apollo/client";
import { ApolloProvider } from "@apollo/client/react";
import type { ReactNode } from "react";
import { Screens } from "~/routes/Screens";
import { OriginProvider } from "~/app/origin";

export interface AppProps {
  client: ApolloClient;
  /** Scheme and host that the visitor used. */
  origin: string;
  /** Puts a router around the screens: a browser's or a server's. */
  router: (children: ReactNode) => ReactNode;
}

/** The whole app of one visit. */
export function App({ client, origin, router }: AppProps) {
  return (
    <ApolloProvider client={client}>
      <OriginProvider value={origin}>{router(<Screens />)}</OriginProvider>
    </ApolloProvider>
  );
}
