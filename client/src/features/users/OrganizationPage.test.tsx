// Rules: USER-30, USER-41.

import { CombinedGraphQLErrors } from "@apollo/client";
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { axe } from "jest-axe";
import { GraphProvider } from "~/graph/GraphProvider";
import type { OrganizationPageFragment } from "~/graph/generated/graphql";
import { recordingLink, renderWithGraph, type SentOperation } from "../../../test/graph";
import { OrganizationPage } from "./OrganizationPage";

const list = "/en/mykomax/user-admin?organization=o1";

const organization = {
  __typename: "ManagedOrganization" as const,
  id: "o1",
  name: "Nordkabel",
  url: "/en/mykomax/user-admin/organizations/o1",
  subRegion: "Western Europe",
  country: "CH",
  city: "Winterthur",
  memberCount: 1204,
  applications: ["TICKETING" as const, "LEARNING" as const],
};

const entry = (id: string, userName: string) => ({
  __typename: "AuditLogEdge" as const,
  node: {
    __typename: "AuditLogEntry" as const,
    id,
    at: "2026-11-20T10:00:00Z",
    actor: { __typename: "TicketPerson" as const, id: "a1", fullName: "Adele Sample" },
    actorEmail: "adele@example.com",
    action: "ACCEPT_REQUEST" as const,
    isUndo: false,
    userId: "u9",
    userName,
    userEmail: null,
    organization: null,
    application: "TICKETING" as const,
    role: null,
    applications: [],
    before: "PENDING",
    after: "ACTIVE",
    reason: null,
    undo: null,
  },
});

const page: OrganizationPageFragment = {
  __typename: "ManagedOrganizationPage",
  organization,
  users: {
    __typename: "ManagedUserConnection",
    edges: [
      {
        __typename: "ManagedUserEdge",
        node: {
          __typename: "ManagedUser",
          id: "u1",
          fullName: "Pia Wartend",
          email: "pia@example.com",
          status: "PENDING",
          role: "NONE",
          isEmployee: false,
          country: "CH",
          city: "Winterthur",
          organizations: [organization],
          accesses: [
            { __typename: "ApplicationAccess", application: "TICKETING", status: "PENDING", organization },
            { __typename: "ApplicationAccess", application: "LEARNING", status: "ACTIVE", organization },
          ],
          administratorOf: [],
          actions: (["ACCEPT_REQUEST", "DENY_REQUEST"] as const).map((action) => ({
            __typename: "UserActionOption",
            action,
            application: "TICKETING",
            organization,
            role: null,
            isDestructive: false,
          })),
          requestedAt: "2026-11-20T10:00:00Z",
          url: "/en/mykomax/user-admin/u1",
        },
      },
    ],
  },
  membershipRequests: [],
  denialFields: [],
  statusCounts: [
    { __typename: "MemberStatusCount", status: "PENDING", count: 1, isExact: true, usersUrl: `${list}&status=PENDING` },
    {
      __typename: "MemberStatusCount",
      status: "ACTIVE",
      count: 1000,
      isExact: false,
      usersUrl: `${list}&status=ACTIVE`,
    },
  ],
  usersUrl: list,
  auditLog: {
    __typename: "AuditLogConnection",
    edges: [entry("e1", "Otto Muster")],
    pageInfo: { __typename: "PageInfo", hasNextPage: true, endCursor: "e1" },
  },
  activityUrl: "/en/mykomax/user-admin/activity?organization=o1",
  inviteFields: ["email", "firstName", "lastName"].map((name) => ({
    __typename: "FormField",
    name,
    type: name === "email" ? "EMAIL" : "TEXT",
    required: true,
    shownWhen: null,
    group: "",
    options: [],
    maxLength: 100,
    pattern: null,
    files: null,
    autocomplete: "off",
    messageId: name,
  })),
};

let sent: SentOperation[];
const onChanged = jest.fn(() => Promise.resolve());

beforeEach(() => {
  sent = [];
  onChanged.mockClear();
});

const show = (change: Partial<OrganizationPageFragment> = {}) =>
  renderWithGraph(
    <GraphProvider>
      <OrganizationPage page={{ ...page, ...change }} onChanged={onChanged} />
    </GraphProvider>,
    (client) => client.setLink(recordingLink(sent)),
  );

const hrefOf = (name: string) => screen.getByRole("link", { name }).getAttribute("href");

test("shows the location, applications, members and counts of an organization", async () => {
  const { container } = show();
  expect(screen.getByRole("heading", { level: 1, name: "Nordkabel" })).toBeInTheDocument();
  const details = within(screen.getByRole("region", { name: "Details" }));
  for (const text of ["Winterthur, Switzerland, Western Europe", "1,204", "Service tickets"])
    expect(details.getByText(text)).toBeInTheDocument();
  const members = within(screen.getByRole("table", { name: "Members" }));
  expect(members.getByRole("link", { name: "Pia Wartend" })).toBeInTheDocument();
  expect(hrefOf("Access requested 1")).toBe(`${list}&status=PENDING`);
  expect(hrefOf("Active 1,000+")).toBe(`${list}&status=ACTIVE`);
  expect(hrefOf("Show all members")).toBe(list);
  expect(hrefOf("All activity")).toBe("/en/mykomax/user-admin/activity?organization=o1");
  // Several people can have the same name.
  expect(screen.getByText(/Otto Muster \(u9\)/)).toBeInTheDocument();
  expect(screen.getByText(/Adele Sample \(adele@example\.com\)/)).toBeInTheDocument();
  // Requested access has another label than granted access.
  expect(screen.getByText("Service tickets (Access requested), Learning")).toBeInTheDocument();
  expect(screen.queryByRole("checkbox")).not.toBeInTheDocument();
  expect(await axe(container)).toHaveNoViolations();
});

test("loads older entries of the organization's audit log", async () => {
  show();
  await userEvent.click(screen.getByRole("button", { name: "Show older entries" }));
  expect(sent[0]).toMatchObject({ name: "AuditLog", variables: { user: null, organization: "o1", after: "e1" } });
  act(() => {
    const auditLog = { ...page.auditLog, edges: [entry("e0", "Rosa Alt")] };
    sent[0]?.next({ userAdmin: { __typename: "UserAdmin", auditLog } });
    sent[0]?.complete();
  });
  expect(await screen.findByText(/Rosa Alt/)).toBeInTheDocument();
});

test("invites a person to the organization and reloads the page", async () => {
  show();
  await userEvent.click(screen.getByRole("button", { name: "Invite a user" }));
  const dialog = within(screen.getByRole("dialog", { hidden: true }));
  const options = within(dialog.getByRole("combobox", { name: "Organization", hidden: true }));
  expect(options.getAllByRole("option", { hidden: true }).map((option) => option.textContent)).toEqual(["Nordkabel"]);
  await userEvent.type(dialog.getByLabelText(/Email/), "wanda@example.org");
  await userEvent.type(dialog.getByLabelText(/First name/), "Wanda");
  await userEvent.type(dialog.getByLabelText(/Last name/), "Neu");
  await userEvent.click(dialog.getByRole("button", { name: "Send the invitation", hidden: true }));
  expect(sent[0]).toMatchObject({
    name: "InviteUser",
    variables: { input: { organization: "o1", email: "wanda@example.org" } },
  });
  act(() => {
    const user = { __typename: "ManagedUser", id: "u2", fullName: "Wanda Neu", url: "/en/mykomax/user-admin/u2" };
    sent[0]?.next({ inviteUser: { __typename: "UserChangePayload", user, userErrors: [] } });
    sent[0]?.complete();
  });
  expect(await screen.findByText("Wanda Neu was invited")).toBeInTheDocument();
  await waitFor(() => expect(onChanged).toHaveBeenCalledTimes(1));
});

test("says that too many invitations were sent", async () => {
  show();
  await userEvent.click(screen.getByRole("button", { name: "Invite a user" }));
  const dialog = within(screen.getByRole("dialog", { hidden: true }));
  await userEvent.type(dialog.getByLabelText(/Email/), "wanda@example.org");
  await userEvent.type(dialog.getByLabelText(/First name/), "Wanda");
  await userEvent.type(dialog.getByLabelText(/Last name/), "Neu");
  await userEvent.click(dialog.getByRole("button", { name: "Send the invitation", hidden: true }));
  act(() => {
    const errors = [{ message: "too many mails were sent", extensions: { code: "RATE_LIMITED" } }];
    sent[0]?.fail(new CombinedGraphQLErrors({ data: null, errors }));
  });
  expect(await dialog.findByText("You have sent too many mails. Please try again in an hour.")).toBeInTheDocument();
});

test("shows the technical details of a failed invitation", async () => {
  show();
  await userEvent.click(screen.getByRole("button", { name: "Invite a user" }));
  const dialog = within(screen.getByRole("dialog", { hidden: true }));
  await userEvent.type(dialog.getByLabelText(/Email/), "wanda@example.org");
  await userEvent.type(dialog.getByLabelText(/First name/), "Wanda");
  await userEvent.type(dialog.getByLabelText(/Last name/), "Neu");
  await userEvent.click(dialog.getByRole("button", { name: "Send the invitation", hidden: true }));
  act(() => sent[0]?.fail(new Error("Failed to <fetch>")));
  expect(await dialog.findByText(/Technical details: Failed to <fetch>/)).toBeInTheDocument();
});

test("decides on the open requests of its members", async () => {
  show();
  const requests = within(screen.getByRole("region", { name: "Open requests" }));
  expect(requests.getByRole("link", { name: "Pia Wartend" })).toHaveAttribute("href", "/en/mykomax/user-admin/u1");
  expect(requests.getByRole("button", { name: "Deny Pia Wartend, Service tickets" })).toBeInTheDocument();
  await userEvent.click(requests.getByRole("button", { name: "Accept Pia Wartend, Service tickets" }));
  expect(sent[0]?.variables).toMatchObject({
    input: { user: "u1", action: "ACCEPT_REQUEST", application: "TICKETING", organization: "o1" },
  });
  act(() =>
    sent[0]?.next({
      changeUser: {
        __typename: "UserChangePayload",
        user: null,
        userErrors: [],
        undo: { __typename: "UserChangeUndo", id: "undo-1", until: "2026-11-20T10:10:00Z" },
      },
    }),
  );
  await userEvent.click(await screen.findByRole("button", { name: "Undo Pia Wartend" }));
  expect(sent.at(-1)?.variables).toEqual({ id: "undo-1" });
});

test("has no list of requests without an open one", () => {
  show({ users: { __typename: "ManagedUserConnection", edges: [] } });
  expect(screen.queryByRole("region", { name: "Open requests" })).not.toBeInTheDocument();
});
