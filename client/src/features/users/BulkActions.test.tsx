// Rules: USER-15, USER-31.

import { CombinedGraphQLErrors } from "@apollo/client";
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { GraphProvider } from "~/graph/GraphProvider";
import { recordingLink, renderWithGraph, type SentOperation } from "../../../test/graph";
import { BulkActions, type BulkActionsProps } from "./BulkActions";

const users = ["Ada", "Bea", "Cleo"].map((fullName) => ({
  __typename: "ManagedUser",
  id: fullName,
  fullName,
  email: "",
  actions: [
    {
      __typename: "UserActionOption",
      action: "RESEND_INVITE",
      application: null,
      organization: null,
      role: null,
      isDestructive: false,
    },
  ],
})) as unknown as BulkActionsProps["users"];

test("ends at the administrator's limit of mails, and keeps the other users selected", async () => {
  const sent: SentOperation[] = [];
  function Selection() {
    const [selected, setSelected] = useState(users.map(({ id }) => id));
    return (
      <BulkActions
        users={users.filter(({ id }) => selected.includes(id))}
        denialFields={[]}
        onSelect={(ids) => setSelected([...ids])}
        onNotice={() => undefined}
        onDone={() => Promise.resolve()}
      />
    );
  }
  renderWithGraph(
    <GraphProvider>
      <Selection />
    </GraphProvider>,
    (client) => client.setLink(recordingLink(sent)),
  );
  await userEvent.click(screen.getByRole("button", { name: "Resend the invitation (3)", hidden: true }));
  act(() => sent[0]?.next({ changeUser: { __typename: "UserChangePayload", user: null, userErrors: [], undo: null } }));
  await waitFor(() => expect(sent).toHaveLength(2));
  const errors = [{ message: "too many mails were sent", extensions: { code: "RATE_LIMITED" } }];
  act(() => sent[1]?.fail(new CombinedGraphQLErrors({ errors })));
  expect(await screen.findByText("1 user changed")).toBeInTheDocument();
  expect(screen.getByText(/limit of mails per hour\. 2 users are not changed yet/)).toBeInTheDocument();
  expect(screen.getByText("2 users selected")).toBeInTheDocument();
  expect(sent).toHaveLength(2);
});

const request = (action: "ACCEPT_REQUEST" | "DENY_REQUEST" | "WITHDRAW_ACCESS", application: string) => ({
  __typename: "UserActionOption",
  action,
  application,
  organization: null,
  role: null,
  isDestructive: action === "WITHDRAW_ACCESS",
});
const requesting = (fullName: string, ...applications: string[]) => ({
  __typename: "ManagedUser",
  id: fullName,
  fullName,
  email: "",
  actions: [
    ...applications.flatMap((one) => [request("ACCEPT_REQUEST", one), request("DENY_REQUEST", one)]),
    request("WITHDRAW_ACCESS", "LEARNING"),
  ],
});
const requestingUsers = [
  requesting("Ada", "INVENTORY", "TICKETING"),
  requesting("Bea", "INVENTORY"),
] as unknown as BulkActionsProps["users"];
const denialFields = [
  {
    __typename: "FormField",
    name: "reason",
    type: "MULTI_LINE_TEXT",
    required: true,
    maxLength: 500,
    messageId: "denialReason",
    options: [],
  },
] as unknown as BulkActionsProps["denialFields"];

function showRequests() {
  const sent: SentOperation[] = [];
  const onSelect = jest.fn();
  renderWithGraph(
    <GraphProvider>
      <BulkActions
        users={requestingUsers}
        denialFields={denialFields}
        onSelect={onSelect}
        onNotice={() => undefined}
        onDone={() => Promise.resolve()}
      />
    </GraphProvider>,
    (client) => client.setLink(recordingLink(sent)),
  );
  const answer = (undo: string | null) =>
    act(() =>
      sent.at(-1)?.next({
        changeUser: {
          __typename: "UserChangePayload",
          user: null,
          userErrors: [],
          undo: undo && { __typename: "UserChangeUndo", id: undo, until: "2026-11-28T10:00:00Z" },
        },
      }),
    );
  return { sent, onSelect, answer };
}

test("denies the requests of several users with one reason, and offers to undo each", async () => {
  const { sent, onSelect, answer } = showRequests();
  await userEvent.click(screen.getByRole("button", { name: "Deny 3 requests" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Deny 3 requests" }));
  expect(dialog.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "Ada: Inventory and Service tickets",
    "Bea: Inventory",
  ]);
  await userEvent.type(dialog.getByRole("textbox"), "Not in your contract");
  await userEvent.click(dialog.getByRole("button", { name: "Deny 3 requests" }));
  for (const count of [1, 2, 3]) {
    await waitFor(() => expect(sent).toHaveLength(count));
    answer(`undo-${count}`);
  }
  expect(await screen.findByText("3 requests denied")).toBeInTheDocument();
  expect(sent.map(({ variables }) => variables)).toMatchObject(
    [
      ["Ada", "INVENTORY"],
      ["Ada", "TICKETING"],
      ["Bea", "INVENTORY"],
    ].map(([user, application]) => ({
      input: { user, application, action: "DENY_REQUEST", reason: "Not in your contract" },
    })),
  );
  expect(onSelect).toHaveBeenLastCalledWith([]);
  expect(screen.getByRole("button", { name: "Undo Ada: Service tickets" })).toBeInTheDocument();
});

test("accepts all requests without a question, and names the users who lose an access", async () => {
  const { sent } = showRequests();
  await userEvent.click(screen.getByRole("button", { name: "Withdraw: Learning (2)", hidden: true }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual(["Ada", "Bea"]);
  expect(dialog.getByRole("button", { name: "Withdraw: Learning – 2 users" })).toBeInTheDocument();
  await userEvent.click(dialog.getByRole("button", { name: "Cancel" }));
  expect(sent).toEqual([]);
  await userEvent.click(screen.getByRole("button", { name: "Accept 3 requests" }));
  expect(sent[0]).toMatchObject({ variables: { input: { user: "Ada", action: "ACCEPT_REQUEST" } } });
});
