import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { axe } from "jest-axe";
import { useState } from "react";
import { GraphProvider } from "~/graph/GraphProvider";
import type { ManagedUserPageFragment } from "~/graph/generated/graphql";
import { recordingLink, renderWithGraph, type SentOperation } from "../../../test/graph";
import type { Notice } from "./ActionNotice";
import { UserPage, type UserPageProps } from "./UserPage";

type Option = ManagedUserPageFragment["actions"][number];

const option = (change: Partial<Option>): Option => ({
  __typename: "UserActionOption",
  action: "ACCEPT_REQUEST",
  application: null,
  organization: null,
  role: null,
  isDestructive: false,
  ...change,
});

const user: ManagedUserPageFragment = {
  __typename: "ManagedUser",
  id: "u1",
  fullName: "Pia Wartend",
  email: "pia@example.com",
  status: "PENDING",
  role: "NONE",
  isEmployee: false,
  country: "CH",
  city: "Winterthur",
  subRegion: "Western Europe",
  requestedAt: "2026-11-20T10:00:00Z",
  requestedBy: { __typename: "TicketPerson", fullName: "Pia Wartend" },
  inviteExpiresAt: null,
  organizations: [
    {
      __typename: "ManagedOrganization",
      id: "o1",
      name: "Nordkabel",
      url: "/en/mykomax/user-admin/organizations/o1",
      subRegion: "Western Europe",
      country: "CH",
      city: "Winterthur",
      memberCount: 3,
      applications: ["TICKETING", "LEARNING"],
    },
  ],
  accesses: [
    {
      __typename: "ApplicationAccess",
      application: "TICKETING",
      status: "PENDING",
      edition: "UNKNOWN",
      requestedAt: "2026-11-20T10:00:00Z",
      reason: null,
      expiresAt: null,
      changedAt: "2026-11-20T10:00:00Z",
    },
  ],
  actions: [
    option({ application: "TICKETING" }),
    option({ action: "DENY_REQUEST", application: "TICKETING" }),
    option({ action: "DELETE_USER", isDestructive: true }),
  ],
  auditLog: {
    __typename: "AuditLogConnection",
    edges: [],
    pageInfo: { __typename: "PageInfo", hasNextPage: false, endCursor: null },
  },
  auditExportUrl: "/api/user-admin/audit.csv?user=u1&pass=p",
};

const reason = {
  __typename: "FormField" as const,
  name: "reason",
  type: "LONG_TEXT" as const,
  required: true,
  shownWhen: null,
  group: "",
  options: [],
  maxLength: 1000,
  pattern: null,
  files: null,
  autocomplete: "off",
  messageId: "denialReason",
};

let sent: SentOperation[];
const onChanged = jest.fn(() => Promise.resolve());

beforeEach(() => {
  sent = [];
  onChanged.mockClear();
});

/** A user page whose screen keeps the result of the last action. */
function Page(props: Omit<UserPageProps, "notice" | "onNotice">) {
  const [notice, setNotice] = useState<Notice>();
  return <UserPage {...props} notice={notice} onNotice={setNotice} />;
}

function show(change: Partial<ManagedUserPageFragment> = {}) {
  return renderWithGraph(
    <GraphProvider>
      <Page user={{ ...user, ...change }} denialFields={[reason]} onChanged={onChanged} />
    </GraphProvider>,
    (client) => client.setLink(recordingLink(sent)),
  );
}

const answer = (payload: object) =>
  act(() =>
    sent
      .at(-1)
      ?.next({ changeUser: { __typename: "UserChangePayload", user, userErrors: [], undo: null, ...payload } }),
  );

test("offers only the actions that the graph allows", async () => {
  const { container } = show();
  expect(screen.getAllByRole("button").map((button) => button.textContent)).toEqual(["Accept", "Deny", "Delete user"]);
  expect(screen.getByRole("link", { name: "Nordkabel" })).toHaveAttribute(
    "href",
    "/en/mykomax/user-admin/organizations/o1",
  );
  expect(await axe(container)).toHaveNoViolations();
});

test("accepts a request with one mutation and reloads the page", async () => {
  show();
  await userEvent.click(screen.getByRole("button", { name: "Accept" }));
  expect(sent[0]).toMatchObject({
    name: "ChangeUser",
    variables: { input: { user: "u1", action: "ACCEPT_REQUEST", application: "TICKETING" } },
  });
  answer({});
  expect(await screen.findByText("The request of Pia Wartend was accepted")).toBeInTheDocument();
  await waitFor(() => expect(onChanged).toHaveBeenCalledTimes(1));
});

test("reports that another administrator has already answered a request", async () => {
  show();
  await userEvent.click(screen.getByRole("button", { name: "Accept" }));
  answer({ userErrors: [{ __typename: "UserError", field: null, code: "STATE_CHANGED" }] });
  expect(await screen.findByText("The request of Pia Wartend could not be accepted")).toBeInTheDocument();
  expect(screen.getByText(/another administrator was faster/)).toBeInTheDocument();
});

test("requires a reason for a denial", async () => {
  show();
  await userEvent.click(screen.getByRole("button", { name: "Deny" }));
  const dialog = within(screen.getByRole("dialog", { hidden: true }));
  await userEvent.type(dialog.getByLabelText(/Reason/), "Not in this plant.");
  await userEvent.click(dialog.getByRole("button", { name: "Deny", hidden: true }));
  expect(sent[0]?.variables).toMatchObject({ input: { action: "DENY_REQUEST", reason: "Not in this plant." } });
});

test("confirms a deletion, shows what is lost, and can undo it", async () => {
  show();
  await userEvent.click(screen.getByRole("button", { name: "Delete user" }));
  expect(sent).toEqual([]);
  const dialog = within(screen.getByRole("dialog", { hidden: true }));
  expect(dialog.getByText(/Pia Wartend is removed from your organizations/)).toBeInTheDocument();
  await userEvent.click(dialog.getByRole("button", { name: "Yes, continue", hidden: true }));
  answer({ user: null, undo: { __typename: "UserChangeUndo", id: "undo-1", until: "2026-11-22T23:59:00Z" } });
  expect(await screen.findByText("Pia Wartend was deleted")).toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Undo" }));
  expect(sent.at(-1)).toMatchObject({ name: "UndoUserChange", variables: { id: "undo-1" } });
});

test("repeats an action without an answer with the same idempotency key", async () => {
  show();
  const keyOf = (index: number) => (sent[index]?.variables.input as { idempotencyKey: string }).idempotencyKey;
  await userEvent.click(screen.getByRole("button", { name: "Accept" }));
  act(() => sent[0]?.fail(new Error("Failed to fetch")));
  await userEvent.click(await screen.findByRole("button", { name: "Accept" }));
  answer({});
  expect(await screen.findByText("The request of Pia Wartend was accepted")).toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Accept" }));
  expect(sent).toHaveLength(3);
  expect(keyOf(1)).toBe(keyOf(0));
  expect(keyOf(2)).not.toBe(keyOf(0));
});

test("shows the technical details of a network failure", async () => {
  show();
  await userEvent.click(screen.getByRole("button", { name: "Accept" }));
  act(() => sent[0]?.fail(new Error("Failed to <fetch>")));
  expect(await screen.findByText(/Technical details: Failed to <fetch>/)).toBeInTheDocument();
});
