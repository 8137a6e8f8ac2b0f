// Rules: AUTH-8.

import { screen, waitFor } from "@testing-library/react";
import { type Account, AccountProvider } from "~/lib/account/account";
import type { SignIn, SignInState } from "~/signin/signIn";
import { renderUi } from "../../../test/renderUi";
import { SignOut } from "./SignOut";

const user = { id: "carla", firstName: "", lastName: "", fullName: "", initials: "", email: "", roles: [] };

test.each<SignInState>([
  { kind: "signedIn", user },
  { kind: "failed", message: "Failed to get user info" },
  // The provider may not have been reached, and have a session.
  { kind: "anonymous" },
])("signs out and redirects to the home page in the same language: $kind", async (state) => {
  const logOut = jest.fn(() => Promise.resolve(true));
  const signIn: Partial<SignIn> = { check: () => Promise.resolve(state), logOut };
  const account: Account = {
    state: () => state,
    subscribe: () => () => undefined,
    open: () => Promise.resolve(signIn as SignIn),
    idToken: () => Promise.resolve(undefined),
    accessToken: () => Promise.resolve(undefined),
  };
  renderUi(
    <AccountProvider value={account}>
      <SignOut homeUrl="/de" />
    </AccountProvider>,
  );
  await waitFor(() => expect(logOut).toHaveBeenCalledWith("/de"));
});

test("says that the provider's session may still be open if it could not be ended", async () => {
  const signIn: Partial<SignIn> = {
    check: () => Promise.resolve({ kind: "signedIn", user }),
    logOut: () => Promise.resolve(false),
  };
  const account: Account = {
    state: () => ({ kind: "anonymous" }),
    subscribe: () => () => undefined,
    open: () => Promise.resolve(signIn as SignIn),
    idToken: () => Promise.resolve(undefined),
    accessToken: () => Promise.resolve(undefined),
  };
  renderUi(
    <AccountProvider value={account}>
      <SignOut homeUrl="/de" />
    </AccountProvider>,
  );
  expect(await screen.findByRole("heading", { name: "You are logged out here" })).toBeInTheDocument();
  expect(screen.getByRole("alert")).toHaveTextContent(/may still be open.*close all windows.*asks for your password/);
  expect(screen.getByRole("link", { name: "Go to home" })).toHaveAttribute("href", "/de");
});
