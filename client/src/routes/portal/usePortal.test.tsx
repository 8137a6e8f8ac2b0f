import { ApolloClient, ApolloLink } from "@apollo/client";
import { ApolloProvider } from "@apollo/client/react";
import { act, renderHook, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { of, throwError } from "rxjs";
import { type Account, AccountProvider } from "~/app/account";
import { SigningIn } from "~/features/portal/SigningIn";
import { makeCache } from "~/graph/client";
import { PortalScreenDocument } from "~/graph/generated/graphql";
import type { SignIn, SignInState } from "~/signin/signIn";
import { renderUi } from "../../../test/renderUi";
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

const anonymous: SignInState = { kind: "anonymous" };

/** Opens a page of which nothing is there yet, with what is signed in by. */
function enter(signIn: Partial<SignIn>, link = ApolloLink.empty(), state: SignInState = anonymous) {
  const account: Account = {
    state: () => state,
    subscribe: () => () => undefined,
    open: () => Promise.resolve(signIn as SignIn),
    idToken: () => Promise.resolve(undefined),
  };
  const client = new ApolloClient({ cache: makeCache(), link });
  const page = { document: PortalScreenDocument, url: "http://localhost/en/mykomax?a=b", isThere: false };
  return renderHook(() => usePortal(page), {
    wrapper: ({ children }: { children: ReactNode }) => (
      <AccountProvider value={account}>
        <ApolloProvider client={client}>{children}</ApolloProvider>
      </AccountProvider>
    ),
  }).result;
}

test("where the way to the login takes too long, it can be tried again", async () => {
  const require = jest.fn(() => Promise.resolve(false));
  const { current } = await waited(enter({ require, state: () => anonymous }));
  expect(current.way).toMatchObject({ kind: "refused", detail: undefined });
  if (current.way.kind === "refused") act(current.way.retry);
  await waitFor(() => expect(require).toHaveBeenCalledTimes(2));
  expect(require).toHaveBeenLastCalledWith("/en/mykomax?a=b");
});

test("where signing in fails, it is said why", async () => {
  const signIn: Partial<SignIn> = {
    require: () => Promise.resolve(false),
    state: () => ({ kind: "failed", message: "State mismatch" }),
  };
  expect((await waited(enter(signIn))).current.way).toMatchObject({ kind: "refused", detail: "State mismatch" });
});

test("where the server does not take what the browser signed in with, trying again leads to the login", async () => {
  const logIn = jest.fn(() => Promise.resolve());
  const link = new ApolloLink(() =>
    of({ data: { resolve: { __typename: "PageResolution", portal: null } } } as ApolloLink.Result),
  );
  const { current } = await waited(enter({ require: () => Promise.resolve(true), logIn }, link));
  if (current.way.kind === "refused") act(current.way.retry);
  expect(logIn).toHaveBeenCalledWith("/en/mykomax?a=b");
});

test.each([
  [
    "the graph cannot be reached",
    signedIn("carla"),
    { require: () => Promise.resolve(true) },
    new ApolloLink(() => throwError(() => new Error("The graph cannot be reached: status 503"))),
    "The graph cannot be reached: status 503",
  ],
  [
    "there is no network",
    { kind: "unknown" } as const,
    { require: () => Promise.reject(new TypeError("Failed to fetch")) },
    ApolloLink.empty(),
    "Failed to fetch",
  ],
])(
  "where %s, nobody is told that they are not signed in, and it can be tried again",
  async (_, state, signIn, link, detail) => {
    const require = jest.fn(signIn.require);
    const result = enter({ require }, link, state);
    await waitFor(() => expect(result.current.way.kind).toBe("failed"));
    const { way } = result.current;
    renderUi(<SigningIn way={way} homeUrl="/en" />);
    expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent("This page cannot be shown now");
    expect(screen.queryByText("You are not signed in")).not.toBeInTheDocument();
    expect(screen.getByText(`Technical details: ${detail}`)).toBeInTheDocument();
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
    await waitFor(() => expect(require).toHaveBeenCalledTimes(2));
  },
);

async function waited(result: ReturnType<typeof enter>) {
  await waitFor(() => expect(result.current.way.kind).toBe("refused"));
  return result;
}
