// Rules: USER-2, USER-10, USER-15, USER-26, USER-28, USER-30, USER-31.

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

const organization = (id: string, name: string): ManagedUserPageFragment["organizations"][number] => ({
  __typename: "ManagedOrganization",
  id,
  name,
  url: `/en/mykomax/user-admin/organizations/${id}`,
  subRegion: "Western Europe",
  country: "CH",
  city: "Winterthur",
  memberCount: 3,
  applications: ["TICKETING", "LEARNING"],
});
const nordkabel = organization("o1", "Nordkabel");
const helia = organization("o2", "Helia");

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
  hasSecondFactor: true,
  factorReset: null,
  organizations: [nordkabel],
  administratorOf: [],
  accesses: [
    {
      __typename: "ApplicationAccess",
      application: "TICKETING",
      organization: nordkabel,
      status: "PENDING",
      edition: "UNKNOWN",
      requestedAt: "2026-11-20T10:00:00Z",
      reason: null,
      expiresAt: null,
      changedAt: "2026-11-20T10:00:00Z",
    },
  ],
  actions: [
    option({ application: "TICKETING", organization: nordkabel }),
    option({ action: "DENY_REQUEST", application: "TICKETING", organization: nordkabel }),
    option({ action: "DELETE_USER", isDestructive: true }),
  ],
  auditLog: {
    __typename: "AuditLogConnection",
    edges: [],
    pageInfo: { __typename: "PageInfo", hasNextPage: false, endCursor: null },
  },
  auditExportUrl: "/api/user-admin/audit.csv?user=u1&pass=p",
  auditExportXlsxUrl: "/api/user-admin/audit.csv?format=xlsx&user=u1&pass=p",
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
  expect(screen.getAllByRole("button").map((button) => button.textContent)).toEqual([
    "Accept Service tickets",
    "Deny Service tickets",
    "Delete user",
  ]);
  expect(screen.getByRole("link", { name: "Nordkabel" })).toHaveAttribute(
    "href",
    "/en/mykomax/user-admin/organizations/o1",
  );
  expect(await axe(container)).toHaveNoViolations();
});

test("accepts a request with one mutation and reloads the page", async () => {
  show();
  await userEvent.click(screen.getByRole("button", { name: "Accept Service tickets" }));
  expect(sent[0]).toMatchObject({
    name: "ChangeUser",
    variables: { input: { user: "u1", action: "ACCEPT_REQUEST", application: "TICKETING", organization: "o1" } },
  });
  answer({});
  expect(await screen.findByText("The request of Pia Wartend was accepted")).toBeInTheDocument();
  await waitFor(() => expect(onChanged).toHaveBeenCalledTimes(1));
});

test("reports that another administrator has already answered a request", async () => {
  show();
  await userEvent.click(screen.getByRole("button", { name: "Accept Service tickets" }));
  answer({ userErrors: [{ __typename: "UserError", field: null, code: "STATE_CHANGED" }] });
  expect(await screen.findByText("The request of Pia Wartend could not be accepted")).toBeInTheDocument();
  expect(screen.getByText(/another administrator was faster/)).toBeInTheDocument();
});

test("requires a reason for a denial", async () => {
  show();
  await userEvent.click(screen.getByRole("button", { name: "Deny Service tickets" }));
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
  await userEvent.click(dialog.getByRole("button", { name: "Delete user: Pia Wartend", hidden: true }));
  answer({ user: null, undo: { __typename: "UserChangeUndo", id: "undo-1", until: "2026-11-22T23:59:00Z" } });
  expect(await screen.findByText("Pia Wartend was deleted")).toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Undo Pia Wartend" }));
  expect(sent.at(-1)).toMatchObject({ name: "UndoUserChange", variables: { id: "undo-1" } });
});

test("repeats an action without an answer with the same idempotency key", async () => {
  show();
  const keyOf = (index: number) => (sent[index]?.variables.input as { idempotencyKey: string }).idempotencyKey;
  await userEvent.click(screen.getByRole("button", { name: "Accept Service tickets" }));
  act(() => sent[0]?.fail(new Error("Failed to fetch")));
  await userEvent.click(await screen.findByRole("button", { name: "Accept Service tickets" }));
  answer({});
  expect(await screen.findByText("The request of Pia Wartend was accepted")).toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Accept Service tickets" }));
  expect(sent).toHaveLength(3);
  expect(keyOf(1)).toBe(keyOf(0));
  expect(keyOf(2)).not.toBe(keyOf(0));
});

test("shows the technical details of a network failure", async () => {
  show();
  await userEvent.click(screen.getByRole("button", { name: "Accept Service tickets" }));
  act(() => sent[0]?.fail(new Error("Failed to <fetch>")));
  expect(await screen.findByText(/Technical details: Failed to <fetch>/)).toBeInTheDocument();
});

test("shows the accesses and roles of each organization of a user with several", async () => {
  const access = (status: "ACTIVE" | "INACTIVE", of: typeof nordkabel) => ({
    __typename: "ApplicationAccess" as const,
    application: "TICKETING" as const,
    organization: of,
    status,
    edition: "UNKNOWN" as const,
    requestedAt: null,
    reason: null,
    expiresAt: null,
    changedAt: null,
  });
  show({
    organizations: [nordkabel, helia],
    administratorOf: [helia],
    role: "EXTERNAL",
    accesses: [access("ACTIVE", nordkabel), access("INACTIVE", helia)],
    actions: [
      option({ action: "GRANT_ACCESS", application: "TICKETING", organization: helia }),
      option({ action: "ASSIGN_ROLE", role: "EXTERNAL", organization: nordkabel }),
    ],
  });
  const row = (name: string) => within(screen.getByRole("heading", { level: 3, name }).closest("li") ?? document.body);
  expect(row("Service tickets · Nordkabel").getByText("Active")).toBeInTheDocument();
  expect(row("Service tickets · Nordkabel").queryByRole("button")).not.toBeInTheDocument();
  expect(screen.getByText("Administrator of Helia")).toBeInTheDocument();
  await userEvent.click(
    row("Service tickets · Helia").getByRole("button", { name: "Grant access Service tickets · Helia" }),
  );
  expect(sent[0]?.variables).toMatchObject({ input: { action: "GRANT_ACCESS", organization: "o2" } });
});

test("names the consequence before a user becomes administrator", async () => {
  show({ actions: [option({ action: "ASSIGN_ROLE", role: "EXTERNAL", organization: nordkabel })] });
  await userEvent.click(screen.getByRole("button", { name: "Make administrator" }));
  expect(sent).toEqual([]);
  const dialog = within(screen.getByRole("dialog", { hidden: true }));
  expect(dialog.getByText(/can then invite and remove users of Nordkabel/)).toBeInTheDocument();
  await userEvent.click(dialog.getByRole("button", { name: "Make administrator: Nordkabel", hidden: true }));
  expect(sent[0]?.variables).toMatchObject({ input: { action: "ASSIGN_ROLE", role: "EXTERNAL", organization: "o1" } });
  answer({ undo: { __typename: "UserChangeUndo", id: "undo-2", until: "2026-11-22T23:59:00Z" } });
  expect(await screen.findByText("Pia Wartend is an administrator now")).toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Undo Pia Wartend" })).toBeInTheDocument();
});

test("accepts all open requests of a user", async () => {
  show({
    actions: [
      option({ application: "TICKETING", organization: nordkabel }),
      option({ application: "LEARNING", organization: nordkabel }),
    ],
  });
  await userEvent.click(screen.getByRole("button", { name: "Accept all 2 requests" }));
  answer({ undo: { __typename: "UserChangeUndo", id: "x1" } });
  await waitFor(() => expect(sent).toHaveLength(2));
  answer({ userErrors: [{ __typename: "UserError", field: null, code: "STATE_CHANGED" }] });
  expect(sent.map(({ variables }) => (variables.input as { application: string }).application)).toEqual([
    "TICKETING",
    "LEARNING",
  ]);
  // Each request has its own result and undo.
  const result = await screen.findByText("1 request accepted");
  expect(result.closest("[tabindex]")).toHaveFocus();
  expect(screen.getByText("1 request not accepted")).toBeInTheDocument();
  expect(screen.getByText(/^Learning: /)).toBeInTheDocument();
  await waitFor(() => expect(onChanged).toHaveBeenCalledTimes(1));
  await userEvent.click(screen.getByRole("button", { name: "Undo Service tickets" }));
  expect(sent[2]).toMatchObject({ name: "UndoUserChange", variables: { id: "x1" } });
});

test("denies all open requests of a user with one reason, each with its undo", async () => {
  const requests = ["TICKETING", "LEARNING"] as const;
  show({ actions: requests.map((application) => option({ application, organization: nordkabel })) });
  await userEvent.click(screen.getByRole("button", { name: "Deny all 2 requests" }));
  expect(sent).toEqual([]);
  const dialog = within(screen.getByRole("dialog", { hidden: true }));
  expect(dialog.getByText(/Service tickets and Learning/)).toBeInTheDocument();
  await userEvent.type(dialog.getByLabelText(/Reason/), "Ask your team lead.");
  await userEvent.click(dialog.getByRole("button", { name: "Deny all 2 requests", hidden: true }));
  answer({ undo: { __typename: "UserChangeUndo", id: "x1" } });
  await waitFor(() => expect(sent).toHaveLength(2));
  answer({ undo: { __typename: "UserChangeUndo", id: "x2" } });
  expect(sent.map(({ variables }) => variables.input)).toMatchObject(
    requests.map((application) => ({ action: "DENY_REQUEST", application, reason: "Ask your team lead." })),
  );
  expect(await screen.findByText("2 requests denied")).toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Undo Learning" }));
  expect(sent[2]).toMatchObject({ name: "UndoUserChange", variables: { id: "x2" } });
});

test("resets a second factor after a confirmation that names the user", async () => {
  show({ actions: [option({ action: "RESET_SECOND_FACTOR", isDestructive: true })] });
  expect(screen.getByText("Two-step login").closest("div")).toHaveTextContent("On");
  await userEvent.click(screen.getByRole("button", { name: "Reset two-step login" }));
  const dialog = within(screen.getByRole("dialog", { hidden: true }));
  expect(dialog.getByText(/This cannot be undone/)).toBeInTheDocument();
  expect(dialog.queryByText(/You can undo this/)).not.toBeInTheDocument();
  const submit = dialog.getByRole("button", { name: "Reset the two-step login of Pia Wartend", hidden: true });
  expect(submit).toHaveClass("danger");
  await userEvent.click(submit);
  expect(sent[0]?.variables).toMatchObject({ input: { user: "u1", action: "RESET_SECOND_FACTOR" } });
  answer({});
  expect(await screen.findByText("The two-step login of Pia Wartend was reset")).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: /^Undo/ })).not.toBeInTheDocument();
});

test("shows who asked to reset the factor of an administrator", () => {
  const requestedBy = { __typename: "TicketPerson" as const, id: "a2", fullName: "Bea Muster" };
  show({ factorReset: { __typename: "FactorReset", requestedBy, requestedAt: "2026-11-20T10:00:00Z" } });
  expect(screen.getByText(/Bea Muster asked on .* to reset two-step login/)).toBeInTheDocument();
});
