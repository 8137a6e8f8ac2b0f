import { ApolloClient, ApolloLink } from "@apollo/client";
import { ApolloProvider } from "@apollo/client/react";
import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { type Account, AccountProvider } from "~/app/account";
import { makeCache } from "~/graph/client";
import { PortalScreenDocument } from "~/graph/generated/graphql";
import type { SignInState } from "~/signin/signIn";
import { usePortal } from "./usePortal";

const signedIn = (id: string): SignInState => ({
  kind: "signedIn",
  user: { id, firstName: "", lastName: "", fullName: "", initials: "", email: "", roles: [] },
});

/** Shows a page of Carla's; what it returns says who is signed in next, and what the cache holds then. */
function show(isOpen = false) {
  let state = signedIn("carla");
  const listeners = new Set<() => void>();
  const account: Account = {
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    open: () => Promise.reject(new Error("Nobody signs in here.")),
    idToken: () => Promise.resolve(undefined),
  };
  const cache = makeCache();
  cache.restore({ ROOT_QUERY: { __typename: "Query", shown: "Carla's" } });
  const client = new ApolloClient({ cache, link: ApolloLink.empty() });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <AccountProvider value={account}>
      <ApolloProvider client={client}>{children}</ApolloProvider>
    </AccountProvider>
  );
  const page = { document: PortalScreenDocument, url: "http://localhost/en/mykomax", isThere: true, isOpen };
  renderHook(() => usePortal(page), { wrapper });
  const become = (next: SignInState) =>
    act(async () => {
      state = next;
      listeners.forEach((listener) => listener());
      await Promise.resolve();
    });
  return { become, held: () => JSON.stringify(cache.extract()) };
}

// The page is loaded anew, which is not done here.
beforeEach(() => jest.spyOn(console, "error").mockImplementation(() => undefined));

test.each([
  ["nobody is signed in any more", { kind: "anonymous" } as const],
  ["somebody else signs in, in another tab say", signedIn("ines")],
])("where %s, nothing of what was shown stays", async (_, next) => {
  const { become, held } = show();
  await become(next);
  await waitFor(() => expect(held()).not.toContain("Carla's"));
});

test("whoever is signing out on this page is not kept from it", async () => {
  const { become, held } = show(true);
  await become({ kind: "anonymous" });
  expect(held()).toContain("Carla's");
});

test("where the same person signs in again, it stays", async () => {
  const { become, held } = show();
  await become({ kind: "failed", message: "The provider is away." });
  await become(signedIn("carla"));
  expect(held()).toContain("Carla's");
});
