// Rules: NAV-10, NAV-11.

import { act, screen, waitFor, within } from "@testing-library/react";
import type { Account } from "~/lib/account/account";
import type { FrameSiteFragment } from "~/graph/generated/graphql";
import type { SignInState } from "~/signin/signIn";
import { setPortalCounts } from "~/lib/account/portalCounts";
import { site as frameSite } from "../../../test/frame";
import { recordingLink, renderWithGraph, type SentOperation } from "../../../test/graph";
import { UserMenu } from "./UserMenu";

const site = {
  portalUrl: "/en/mykomax",
  ticketsUrl: "/en/mykomax/tickets/list",
  directServiceUrl: "https://direct.example.com/",
  userAdminUrl: "/en/mykomax/user-admin",
  inventoryUrl: "/en/mykomax/inventory",
  portalNavigation: frameSite.portalNavigation,
  accountUrl: "/en/mykomax/account",
  logoutUrl: "/en/mykomax/logout",
  registrationUrl: "https://id.example.com/register",
  parts: ["PORTAL", "SERVICE_PORTAL"],
} as FrameSiteFragment;

let sent: SentOperation[];
/** Runs the pending idle callbacks. */
let runIdle: () => void;

beforeEach(() => {
  sent = [];
  const waiting: IdleRequestCallback[] = [];
  runIdle = () => waiting.splice(0).forEach((task) => task({ didTimeout: false, timeRemaining: () => 1 }));
  window.requestIdleCallback = (task) => waiting.push(task);
  window.cancelIdleCallback = () => undefined;
});

afterEach(() => act(() => setPortalCounts({ openRequests: null })));

function show(state: SignInState, change: Partial<FrameSiteFragment> = {}, operations = sent) {
  const account: Account = {
    state: () => state,
    subscribe: () => () => undefined,
    open: () => Promise.reject(new Error("Unexpected sign-in.")),
    idToken: () => Promise.resolve(undefined),
    accessToken: () => Promise.resolve(undefined),
  };
  return renderWithGraph(
    <UserMenu site={{ ...site, ...change }} />,
    (client) => client.setLink(recordingLink(operations)),
    { account },
  );
}

/** The links of the menu with their targets. */
const links = () =>
  screen.getAllByRole("link", { hidden: true }).map((link) => `${link.textContent} ${link.getAttribute("href")}`);

const carla = {
  kind: "signedIn" as const,
  user: {
    id: "carla",
    firstName: "Carla",
    lastName: "Muster",
    fullName: "Carla Muster",
    initials: "CM",
    email: "carla@example.com",
    roles: ["kmx_int_serviceticketing_active"],
  },
};

test("offers login and registration to an anonymous user", () => {
  show({ kind: "anonymous" });
  expect(screen.getByRole("button", { name: "MyKomax" })).toBeInTheDocument();
  expect(links()).toEqual(["Log in /en/mykomax", "Create an account https://id.example.com/register"]);
});

test("offers the portal's pages and the logout to a signed-in user", () => {
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

test("offers no services of the portal where it has none", () => {
  const user = { ...carla.user, roles: ["id=kmx_int_assetdb_active,ou=group"] };
  show({ ...carla, user }, { parts: ["PORTAL"] });
  expect(links()).toEqual([
    "Dashboard /en/mykomax",
    "Direct service (opens in a new tab) https://direct.example.com/",
    "Log out /en/mykomax/logout",
  ]);
});

test("offers the inventory only to users with an active inventory", () => {
  show({ ...carla, user: { ...carla.user, roles: ["id=kmx_int_assetdb_active,ou=group"] } });
  expect(links()).toContain("Inventory /en/mykomax/inventory");
});

const administrator = { ...carla, user: { ...carla.user, roles: ["cn=kmx_delegatedadmin_extern,o=group"] } };

test("shows an administrator the number of open requests, loaded when the browser is idle", async () => {
  show(administrator);
  expect(sent).toEqual([]);
  act(runIdle);
  await waitFor(() => expect(sent.map(({ name }) => name)).toEqual(["PortalCounts"]));
  expect(screen.queryByRole("link", { name: /User administration/, hidden: true })).not.toBeInTheDocument();
  act(() => {
    sent[0]?.next({ userAdmin: { __typename: "UserAdmin", pendingRequestCount: 3 } });
    sent[0]?.complete();
  });
  expect(
    await screen.findByRole("link", { name: "User administration 3 open requests", hidden: true }),
  ).toHaveAttribute("href", "/en/mykomax/user-admin");
});

/** Runs idle callbacks until a menu that was mounted later has sent its query. */
async function idleAfterAnother() {
  const later: SentOperation[] = [];
  show(administrator, {}, later);
  act(runIdle);
  await waitFor(() => expect(later).toHaveLength(1));
}

test.each([
  ["a user without the role", carla, {}],
  ["an anonymous user", { kind: "anonymous" as const }, {}],
])("loads nothing for %s", async (_, state, change) => {
  show(state, change);
  await idleAfterAnother();
  expect(sent).toEqual([]);
});

test("does not load a number again that the portal keeps up to date", async () => {
  show(administrator);
  act(() => setPortalCounts({ openRequests: 2 }));
  expect(screen.getByRole("link", { name: "User administration 2 open requests", hidden: true })).toBeInTheDocument();
  act(runIdle);
  act(() => setPortalCounts({ openRequests: null }));
  await idleAfterAnother();
  expect(sent).toEqual([]);
});

test("has no entry for a direct service that is not available yet", () => {
  show(carla, { directServiceUrl: null });
  expect(links().join()).not.toContain("Direct service");
});
