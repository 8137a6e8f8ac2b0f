import type { ApolloClient } from "@apollo/client";
import { ApolloProvider } from "@apollo/client/react";
import { type ReactNode, useState } from "react";
import { type Account, AccountProvider } from "~/app/account";
import { ErrorBoundary } from "~/app/ErrorBoundary";
import { OriginProvider } from "~/app/origin";
import { FormReturn, FormReturnProvider } from "~/app/returnedForm";
import { SiteMemory, SiteMemoryProvider } from "~/app/knownSite";
import { type Outage, OutageProvider } from "~/app/outage";
import { type Screens as ScreenData, ScreensProvider } from "~/app/screens";
import type { ReturnedForm } from "~/graph/client";
import { type Messages, Texts } from "~/i18n/Texts";
import { Screens } from "~/routes/Screens";
import "~/theme/index.css";

export interface AppProps {
  client: ApolloClient;
  /** Scheme and host that the visitor used. */
  origin: string;
  /** What figures and dates are written in: `de-CH`. */
  locale: string;
  /** The texts of the locale's language. */
  messages: Messages;
  screens: ScreenData;
  outage?: Outage | undefined;
  /** Who is signed in; nobody where it is left out. */
  account?: Account | undefined;
  /** What became of a form that was sent without scripts. */
  form?: ReturnedForm | undefined;
  /** Puts a router around the screens: a browser's or a server's. */
  router: (children: ReactNode) => ReactNode;
}

/** The whole app of one visit. */
export function App({ client, origin, locale, messages, screens, outage, form, account, router }: AppProps) {
  const [siteMemory] = useState(() => new SiteMemory());
  const [formReturn] = useState(() => new FormReturn(form));
  return (
    <Texts locale={locale} messages={messages}>
      <ApolloProvider client={client}>
        <OriginProvider value={origin}>
          <OutageProvider value={outage}>
            <FormReturnProvider value={formReturn}>
              <ScreensProvider value={screens}>
                <WithAccount account={account}>
                  {router(
                    <SiteMemoryProvider value={siteMemory}>
                      <ErrorBoundary>
                        <Screens />
                      </ErrorBoundary>
                    </SiteMemoryProvider>,
                  )}
                </WithAccount>
              </ScreensProvider>
            </FormReturnProvider>
          </OutageProvider>
        </OriginProvider>
      </ApolloProvider>
    </Texts>
  );
}

function WithAccount({ account, children }: { account: Account | undefined; children: ReactNode }) {
  return account ? <AccountProvider value={account}>{children}</AccountProvider> : children;
}
