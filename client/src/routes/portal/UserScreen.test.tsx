// Rules: USER-30.

import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ScreenModule } from "~/routes/screenModule";
import { accountOf } from "../../../test/account";
import { frame, siteData } from "../../../test/frame";
import { signedInState } from "../../../test/graph";
import { renderSite } from "../../../test/renderSite";
import * as UserScreen from "./UserScreen";

const actions = ["DELETE_USER", "REMOVE_ORGANIZATION"] as const;

const organization = {
  __typename: "ManagedOrganization",
  id: "o1",
  name: "Nordkabel",
  url: "/en/mykomax/user-admin/organizations/o1",
  subRegion: "Western Europe",
  country: "CH",
  city: "Winterthur",
  memberCount: 3,
  applications: [],
};

const user = {
  __typename: "ManagedUser",
  id: "u1",
  fullName: "Pia Wartend",
  email: "pia@example.com",
  status: "ACTIVE",
  role: "NONE",
  isEmployee: false,
  country: "CH",
  city: "Winterthur",
  subRegion: "Western Europe",
  requestedAt: null,
  requestedBy: null,
  inviteExpiresAt: null,
  hasSecondFactor: false,
  factorReset: null,
  organizations: [organization],
  accesses: [],
  actions: actions.map((action) => ({
    __typename: "UserActionOption",
    action,
    application: null,
    organization: action === "REMOVE_ORGANIZATION" ? organization : null,
    role: null,
    isDestructive: true,
  })),
  auditLog: {
    __typename: "AuditLogConnection",
    edges: [],
    pageInfo: { __typename: "PageInfo", hasNextPage: false, endCursor: null },
  },
  auditExportUrl: "/api/user-admin/audit.csv",
  auditExportXlsxUrl: "/api/user-admin/audit.csv?format=xlsx",
};

/** The user that the administrator sees; null for none. */
let visible: typeof user | null;
/** The ids of the undos that the graph received. */
let undone: unknown[];
/** Fails the next undo before it is received. */
let isOffline: boolean;

function answer(operation: string, variables: { id?: string }): object {
  if (operation === "ChangeUser") {
    visible = null;
    const undo = { __typename: "UserChangeUndo", id: "undo-1", until: "2026-11-25T23:59:00Z" };
    return { changeUser: { __typename: "UserChangePayload", user: null, userErrors: [], undo } };
  }
  if (operation === "UndoUserChange") {
    undone.push(variables.id);
    visible = user;
    return { undoUserChange: { __typename: "UndoUserChangePayload", user, userErrors: [] } };
  }
  const portal = {
    __typename: "PortalEntry",
    breadcrumb: [],
    usersUrl: "/en/mykomax/user-admin",
    serviceRegistration: {
      __typename: "ServiceRegistration",
      service: "USER_ADMIN",
      status: "ACTIVE",
      registrationUrl: null,
      canRequest: false,
      canAccept: false,
      declineReason: null,
    },
    denialFields: [],
    managedUser: visible,
  };
  return { resolve: { __typename: "PageResolution", portal } };
}

async function show() {
  visible = user;
  undone = [];
  isOffline = false;
  const page = { __typename: "PageResolution", ...frame, breadcrumb: [] };
  renderSite(
    "/en/mykomax/user-admin/u1",
    () => Response.json({ screen: "UserScreen", url: "", data: { resolve: page }, site: siteData }),
    {
      account: accountOf(signedInState("helia")).account,
      screens: { UserScreen: UserScreen as unknown as ScreenModule },
    },
    async (input, init) => {
      const { searchParams } = new URL(input, window.location.origin);
      const body = JSON.parse(typeof init?.body === "string" ? init.body : "{}") as Record<string, unknown>;
      const operation = searchParams.get("operationName") ?? (body.operationName as string | undefined);
      if (!operation || !["User", "ChangeUser", "UndoUserChange"].includes(operation))
        return new Promise(() => undefined);
      if (operation === "UndoUserChange" && isOffline) throw new TypeError("Failed to fetch");
      return Response.json({ data: answer(operation, body.variables ?? {}) });
    },
  );
  await screen.findByRole("heading", { level: 1, name: "Pia Wartend" });
}

async function confirm(action: string) {
  await userEvent.click(screen.getByRole("button", { name: action }));
  const dialog = within(screen.getByRole("dialog", { hidden: true }));
  await userEvent.click(dialog.getByRole("button", { name: new RegExp(`^${action}: `), hidden: true }));
}

test.each([
  ["Delete user", "Pia Wartend was deleted"],
  ["Remove from the organization", "Pia Wartend was removed from the organization"],
])("keeps the result of “%s” and its undo when the user can no longer be seen", async (action, done) => {
  await show();
  await confirm(action);
  // The page has been reloaded without the user.
  const users = await screen.findByRole("link", { name: "All users" });
  expect(users).toHaveAttribute("href", "/en/mykomax/user-admin");
  expect(screen.getByText(done)).toBeInTheDocument();
  expect(screen.queryByText("This user cannot be shown")).not.toBeInTheDocument();
  await waitFor(() => expect(document.activeElement).toContainElement(screen.getByText(done)));

  await userEvent.click(screen.getByRole("button", { name: "Undo Pia Wartend" }));
  expect(await screen.findByText("The action was undone")).toBeInTheDocument();
  expect(await screen.findByRole("button", { name: action })).toBeInTheDocument();
  expect(undone).toEqual(["undo-1"]);
});

test("offers an undo without an answer again", async () => {
  await show();
  await confirm("Delete user");
  await screen.findByRole("link", { name: "All users" });
  isOffline = true;
  await userEvent.click(screen.getByRole("button", { name: "Undo Pia Wartend" }));
  expect(await screen.findByText("The action could not be undone")).toBeInTheDocument();
  isOffline = false;
  await userEvent.click(screen.getByRole("button", { name: "Undo Pia Wartend" }));
  expect(await screen.findByText("The action was undone")).toBeInTheDocument();
});
