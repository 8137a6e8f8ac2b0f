// Rules: USER-54.

import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { axe } from "jest-axe";
import { GraphProvider } from "~/graph/GraphProvider";
import type { ManagedUserListFragment } from "~/graph/generated/graphql";
import { recordingLink, renderWithGraph, type SentOperation } from "../../../test/graph";
import { useActionFlow } from "./useActionFlow";
import { UserMatrix } from "./UserMatrix";

type User = ManagedUserListFragment["users"][number];

const organizationOf = (id: string, applications: readonly ("TICKETING" | "LEARNING")[]) => ({
  __typename: "ManagedOrganization" as const,
  id,
  name: id,
  city: "",
  memberCount: 1,
  applications: [...applications],
  url: `/organizations/${id}`,
});
const nord = organizationOf("Nordkabel", ["TICKETING", "LEARNING"]);
const helia = organizationOf("Helia", ["TICKETING"]);

const optionOf = (action: "ACCEPT_REQUEST" | "DENY_REQUEST" | "ADD_APPLICATION", isDestructive = false) => ({
  __typename: "UserActionOption" as const,
  action,
  application: action === "ADD_APPLICATION" ? ("LEARNING" as const) : ("TICKETING" as const),
  organization: nord,
  role: null,
  isDestructive,
});

const user: User = {
  __typename: "ManagedUser",
  id: "u1",
  fullName: "Pia Wartend",
  email: "pia@example.com",
  status: "PENDING",
  role: "NONE",
  isEmployee: false,
  country: "CH",
  city: "Bern",
  organizations: [nord, helia],
  accesses: [
    { __typename: "ApplicationAccess", application: "TICKETING", status: "PENDING", organization: nord },
    { __typename: "ApplicationAccess", application: "TICKETING", status: "ACTIVE", organization: helia },
  ],
  administratorOf: [],
  requestedAt: null,
  actions: [optionOf("ACCEPT_REQUEST"), optionOf("DENY_REQUEST"), optionOf("ADD_APPLICATION")],
  url: "/en/mykomax/user-admin/u1",
};

let sent: SentOperation[];
const onChanged = jest.fn(() => Promise.resolve());

function Matrix() {
  const flow = useActionFlow({ denialFields: [], onNotice: () => undefined, onChanged });
  return (
    <>
      <UserMatrix label="Access" users={[user]} organizations={[nord, helia]} flow={flow} />
      {flow.dialog}
    </>
  );
}

const show = () => {
  sent = [];
  onChanged.mockClear();
  return renderWithGraph(
    <GraphProvider>
      <Matrix />
    </GraphProvider>,
    (client) => client.setLink(recordingLink(sent)),
  );
};
const cell = (name: string) => screen.getByRole("link", { name });
const actions = () =>
  within(screen.getByRole("menu"))
    .getAllByRole("menuitem")
    .map((item) => item.textContent);

test("has a row for each membership with the status of each access as text", async () => {
  const { container } = show();
  const rows = screen.getAllByRole("row").map((row) => row.textContent);
  expect(rows[0]).toBe("NameService ticketsLearning");
  expect(rows[1]).toContain("Pia WartendNordkabel");
  expect(rows[2]).toContain("Pia WartendHelia");
  for (const name of [
    "Pia Wartend, Service tickets: Access requested",
    "Pia Wartend, Service tickets: Active",
    "Pia Wartend, Learning: No access",
  ])
    expect(cell(name)).toHaveAttribute("href", "/en/mykomax/user-admin/u1");
  expect(rows[2]).toContain("Not offered");
  expect(await axe(container)).toHaveNoViolations();
});

test("opens the actions of a cell, and takes the chosen one on the access of the cell", async () => {
  show();
  await userEvent.click(cell("Pia Wartend, Learning: No access"));
  expect(actions()).toEqual(["Add", "Show the profile"]);
  await userEvent.keyboard("{Escape}");
  expect(screen.queryByRole("menu")).not.toBeInTheDocument();

  await userEvent.click(cell("Pia Wartend, Service tickets: Access requested"));
  expect(actions()).toEqual(["Accept", "Deny", "Show the profile"]);
  expect(await axe(screen.getByRole("menu"))).toHaveNoViolations();
  await userEvent.click(screen.getByRole("menuitem", { name: "Accept" }));
  expect(sent[0]?.variables).toMatchObject({
    input: { user: "u1", action: "ACCEPT_REQUEST", application: "TICKETING", organization: "Nordkabel" },
  });
  act(() => sent[0]?.next({ changeUser: { __typename: "UserChangePayload", user: null, userErrors: [], undo: null } }));
  await waitFor(() => expect(onChanged).toHaveBeenCalledTimes(1));
});

test("is used by keyboard, and asks for the reason of a denial", async () => {
  show();
  const request = cell("Pia Wartend, Service tickets: Access requested");
  act(() => request.focus());
  await userEvent.keyboard(" ");
  expect(screen.getByRole("menuitem", { name: "Accept" })).toHaveFocus();
  await userEvent.keyboard("{ArrowUp}");
  expect(screen.getByRole("menuitem", { name: "Show the profile" })).toHaveFocus();
  await userEvent.keyboard("{ArrowDown}{Escape}");
  expect(request).toHaveFocus();
  await userEvent.keyboard(" {ArrowDown}{Enter}");
  expect(screen.getByRole("dialog", { hidden: true })).toHaveTextContent("Pia Wartend will see the reason.");
  expect(sent).toHaveLength(0);
});

test("is one stop of the Tab key, in which the arrow keys move", async () => {
  show();
  await userEvent.tab();
  expect(screen.getByRole("region", { name: "Access" })).toHaveFocus();
  await userEvent.tab();
  expect(screen.getAllByRole("link", { name: "Pia Wartend" })[0]).toHaveFocus();
  await userEvent.keyboard("{ArrowRight}{ArrowRight}{ArrowRight}");
  expect(cell("Pia Wartend, Learning: No access")).toHaveFocus();
  // Helia does not offer the application.
  await userEvent.keyboard("{ArrowDown}");
  expect(cell("Pia Wartend, Learning: No access")).toHaveFocus();
  await userEvent.keyboard("{ArrowLeft}{ArrowDown}");
  expect(cell("Pia Wartend, Service tickets: Active")).toHaveFocus();
  await userEvent.tab();
  expect(document.body).toHaveFocus();
});
