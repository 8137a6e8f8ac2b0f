// Rules: USER-32.

import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { axe } from "jest-axe";
import { GraphProvider } from "~/graph/GraphProvider";
import type { UserActivityFragment } from "~/graph/generated/graphql";
import { recordingLink, renderWithGraph, type SentOperation } from "../../../test/graph";
import { UserActivity } from "./UserActivity";

const log: UserActivityFragment = {
  __typename: "AuditLogList",
  entries: [
    {
      __typename: "AuditLogEntry",
      id: "e1",
      at: "2026-11-20T10:00:00Z",
      actor: { __typename: "TicketPerson", id: "a1", fullName: "Adele Sample" },
      actorEmail: "adele@example.com",
      action: "INVITE",
      isUndo: false,
      userId: "u1",
      userUrl: "/en/mykomax/user-admin/u1",
      userName: "Lena Vzorek",
      userEmail: "lena@example.net",
      organization: "Nordkabel",
      application: null,
      role: "EXTERNAL",
      applications: ["ARTEMIS", "TICKETING"],
      before: null,
      after: "INVITED",
      reason: null,
      undo: { __typename: "UserChangeUndo", id: "undo-1", until: "2026-11-20T10:10:00Z" },
    },
  ],
  text: "lena",
  from: "2026-11-01",
  until: null,
  userId: null,
  organizations: [
    { __typename: "ListingOption", value: "o1", label: "Nordkabel", selected: true },
    { __typename: "ListingOption", value: "o2", label: "Helia", selected: false },
  ],
  actions: [
    { __typename: "ListingOption", value: "ACCEPT_REQUEST", label: "ACCEPT_REQUEST", selected: false },
    { __typename: "ListingOption", value: "INVITE", label: "INVITE", selected: true },
  ],
  isFiltered: true,
  resetUrl: "/en/mykomax/user-admin/activity",
  newestUrl: null,
  nextUrl: "/en/mykomax/user-admin/activity?after=e1",
  exportUrl: "/api/user-admin/audit.csv?format=csv&q=lena&pass=p",
  exportXlsxUrl: "/api/user-admin/audit.csv?format=xlsx&q=lena&pass=p",
};

let sent: SentOperation[];
const onChanged = jest.fn(() => Promise.resolve());

function show(shown: UserActivityFragment) {
  sent = [];
  return renderWithGraph(
    <GraphProvider>
      <UserActivity title="Activity" log={shown} onChanged={onChanged} />
    </GraphProvider>,
    (client) => client.setLink(recordingLink(sent)),
  );
}

test("names both people, role and applications, and exports what is shown", async () => {
  const { container } = show(log);
  expect(screen.getByRole("link", { name: "Lena Vzorek" })).toHaveAttribute("href", "/en/mykomax/user-admin/u1");
  const titles = screen.getAllByRole("columnheader").map(({ textContent }) => textContent);
  const cells = screen.getAllByRole("cell").map(({ textContent }) => textContent);
  expect(Object.fromEntries(titles.map((title, i) => [title, cells[i]]))).toMatchObject({
    User: "Lena Vzoreklena@example.net",
    Action: "Invite",
    Details: "Adele Sample · Nordkabel · Administrator · Wire-flow, Service tickets",
    Administrator: "Adele Sample",
  });
  expect(screen.getByRole("link", { name: "Export as CSV" })).toHaveAttribute("href", log.exportUrl);
  expect(screen.getByLabelText(/Person/)).toHaveValue("lena");
  expect(screen.getByLabelText(/From/)).toHaveValue("2026-11-01");
  expect(screen.getByRole("checkbox", { name: /Nordkabel/ })).toBeChecked();
  expect(screen.getByRole("combobox", { name: "Action" })).toHaveDisplayValue("Invite");
  expect(await axe(container)).toHaveNoViolations();
});

test("says of an empty log that nothing was changed, and of a filtered one that nothing matches", () => {
  const { unmount } = show({ ...log, entries: [], isFiltered: false });
  expect(screen.getByText("Nothing was changed yet.")).toBeInTheDocument();
  unmount();
  show({ ...log, entries: [] });
  expect(screen.getByText("Nothing matches these filters.")).toBeInTheDocument();
});

test("names an undone action without stating that it is in effect", () => {
  const entries = log.entries.map((entry) => ({
    ...entry,
    action: "ASSIGN_ROLE" as const,
    isUndo: true,
    before: "EXTERNAL",
    after: null,
  }));
  show({ ...log, entries });
  const entry = screen.getByRole("row", { name: /Undone: Make administrator/ });
  expect(entry).toHaveTextContent("Lena Vzorek");
  expect(entry).not.toHaveTextContent("is an administrator");
  expect(screen.getByText(/Administrator → none/)).toBeInTheDocument();
});

test("undoes an entry, and reloads the log", async () => {
  show(log);
  await userEvent.click(screen.getByRole("button", { name: "Undo Invite Lena Vzorek" }));
  expect(sent[0]).toMatchObject({ name: "UndoUserChange", variables: { id: "undo-1" } });
  act(() => sent[0]?.next({ undoUserChange: { __typename: "UserChangePayload", user: null, userErrors: [] } }));
  expect(await screen.findByText("The action was undone")).toBeInTheDocument();
  await waitFor(() => expect(onChanged).toHaveBeenCalledTimes(1));
});
