import { ApolloProvider } from "@apollo/client/react";
import { screen, within } from "@testing-library/react";
import { type Account, AccountProvider } from "~/app/account";
import { makeCache, makeClient } from "~/graph/client";
import { PortalScreenDocument } from "~/graph/generated/graphql";
import { locale, site } from "../../../test/frame";
import { renderUi } from "../../../test/renderUi";
import { Screen } from "./PortalScreen";

const anonymous = { kind: "anonymous" } as const;

/** The user is anonymous, and the sign-in is slow. */
const nobody: Account = {
  state: () => anonymous,
  subscribe: () => () => undefined,
  open: () => new Promise(() => undefined),
  idToken: () => Promise.resolve(undefined),
};

test("the trail of an address that is none of the portal's pages is home and a 404", () => {
  const url = "http://localhost/en/mykomax/nope";
  const cache = makeCache();
  cache.writeQuery({
    query: PortalScreenDocument,
    variables: { url },
    data: {
      __typename: "Query",
      resolve: {
        __typename: "PageResolution",
        site,
        locale,
        theme: "Default",
        breadcrumb: [
          { __typename: "BreadcrumbEntry", title: "Home", url: "/en" },
          { __typename: "BreadcrumbEntry", title: "404", url: "/en" },
        ],
        localeVersions: [],
        portalPage: "NONE",
        portal: null,
      },
    },
  });
  renderUi(
    <AccountProvider value={nobody}>
      <ApolloProvider client={makeClient(cache)}>
        <Screen url={url} />
      </ApolloProvider>
    </AccountProvider>,
  );
  const trail = within(screen.getByRole("navigation", { name: "Breadcrumb" }));
  const [home, last, ...more] = trail.getAllByRole("listitem");
  expect(within(home as HTMLElement).getByRole("link", { name: "Home" })).toHaveAttribute("href", "/en");
  expect(last?.querySelector("[aria-current]")).toHaveTextContent("404");
  expect(more).toEqual([]);
});
