import { screen, within } from "@testing-library/react";
import { type Account, AccountProvider } from "~/lib/account";
import type { FrameSiteFragment } from "~/graph/generated/graphql";
import type { SignInState } from "~/signin/signIn";
import { renderUi } from "../../../test/renderUi";
import { UserMenu } from "./UserMenu";

const site = {
  portalUrl: "/en/mykomax",
  ticketsUrl: "/en/mykomax/tickets/list",
  directServiceUrl: "https://direct.example.com/",
  accountUrl: "/en/mykomax/account",
  logoutUrl: "/en/mykomax/logout",
  registrationUrl: "https://id.example.com/register",
} as FrameSiteFragment;

function show(state: SignInState, change: Partial<FrameSiteFragment> = {}) {
  const account: Account = {
    state: () => state,
    subscribe: () => () => undefined,
    open: () => Promise.reject(new Error("Nobody signs in here.")),
    idToken: () => Promise.resolve(undefined),
    accessToken: () => Promise.resolve(undefined),
  };
  renderUi(
    <AccountProvider value={account}>
      <UserMenu site={{ ...site, ...change }} />
    </AccountProvider>,
  );
}

/** The links of the menu, with where they lead. */
const links = () =>
  screen.getAllByRole("link", { hidden: true }).map((link) => `${link.textContent} ${link.getAttribute("href")}`);

const carla: SignInState = {
  kind: "signedIn",
  user: {
    id: "carla",
    firstName: "Carla",
    lastName: "Muster",
    fullName: "Carla Muster",
    initials: "CM",
    email: "carla@example.com",
    roles: [],
  },
};

test("whoever is not signed in may log in or register", () => {
  show({ kind: "anonymous" });
  expect(screen.getByRole("button", { name: "MyKomax" })).toBeInTheDocument();
  expect(links()).toEqual(["Log in /en/mykomax", "Create an account https://id.example.com/register"]);
});

test("whoever is signed in finds the ways within the portal, and out of it", () => {
  show(carla);
  expect(within(screen.getByRole("button", { name: "Carla Muster" })).getByText("CM")).toBeInTheDocument();
  expect(links()).toEqual([
    "Dashboard /en/mykomax",
    "Service tickets /en/mykomax/tickets/list",
    "Direct service (opens in a new tab) https://direct.example.com/",
    "Account settings /en/mykomax/account",
    "Log out /en/mykomax/logout",
  ]);
});

test("a direct service that is still to come is no entry", () => {
  show(carla, { directServiceUrl: null });
  expect(links().join()).not.toContain("Direct service");
});
