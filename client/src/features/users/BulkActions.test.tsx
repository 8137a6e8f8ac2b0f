import { CombinedGraphQLErrors } from "@apollo/client";
import { act, screen, waitFor } from "@testing-library/react";
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
  await userEvent.selectOptions(screen.getByRole("combobox"), screen.getAllByRole("option").slice(-1));
  await userEvent.click(screen.getByRole("button", { name: "Apply to 3 users" }));
  act(() => sent[0]?.next({ changeUser: { __typename: "UserChangePayload", user: null, userErrors: [], undo: null } }));
  await waitFor(() => expect(sent).toHaveLength(2));
  const errors = [{ message: "too many mails were sent", extensions: { code: "RATE_LIMITED" } }];
  act(() => sent[1]?.fail(new CombinedGraphQLErrors({ errors })));
  expect(await screen.findByText("1 user changed")).toBeInTheDocument();
  expect(screen.getByText(/limit of mails per hour\. 2 users are not changed yet/)).toBeInTheDocument();
  expect(screen.getByText("2 users selected")).toBeInTheDocument();
  expect(sent).toHaveLength(2);
});
