// Rules: PORT-21.

import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { axe } from "jest-axe";
import type { FindInPortalQuery } from "~/graph/generated/graphql";
import { type Account, anonymousAccount } from "~/lib/account/account";
import { setPortalCounts } from "~/lib/account/portalCounts";
import type { SignInState } from "~/signin/signIn";
import { frame } from "../../../../test/frame";
import { recordingLink, renderWithGraph, type SentOperation } from "../../../../test/graph";
import { currentItem } from "./PortalNavigation";
import { PortalShell } from "./PortalShell";

let sent: SentOperation[];
beforeEach(() => (sent = []));
afterEach(() => act(() => setPortalCounts({ openRequests: null, waitingTickets: null })));

function show(...roles: string[]) {
  const user = {
    id: "carla",
    firstName: "Carla",
    lastName: "Muster",
    fullName: "Carla Muster",
    initials: "CM",
    email: "carla@example.com",
    roles,
  };
  const state: SignInState = { kind: "signedIn", user };
  const account: Account = { ...anonymousAccount, state: () => state };
  return renderWithGraph(
    <PortalShell frame={frame} breadcrumb={[]}>
      <h1>Tickets</h1>
    </PortalShell>,
    (client) => client.setLink(recordingLink(sent)),
    { account },
  );
}

const pages = () =>
  within(screen.getByRole("navigation", { name: "Customer portal" }))
    .getAllByRole("link")
    .map(({ textContent }) => textContent);

test("leads to the pages whose role the user has, with the number of what waits there", async () => {
  const { container } = show("kmx_int_serviceticketing_active", "cn=kmx_delegatedadmin_extern");
  expect(pages()).toEqual(["Home", "Tickets", "Users", "Account"]);
  act(() => setPortalCounts({ waitingTickets: 1, openRequests: 3 }));
  expect(pages()).toEqual(["Home", "Tickets1 ticket is waiting for you", "Users3 open requests", "Account"]);
  expect(await axe(container)).toHaveNoViolations();
});

test("has no marketing: neither the website's menu nor its quick access", () => {
  show();
  expect(screen.queryByRole("navigation", { name: "Main navigation" })).not.toBeInTheDocument();
  expect(screen.queryByRole("complementary")).not.toBeInTheDocument();
  expect(screen.getByRole("link", { name: "Back to the website" })).toHaveAttribute("href", "/en");
  expect(
    within(screen.getByRole("contentinfo"))
      .getAllByRole("link")
      .map((link) => link.textContent),
  ).toEqual(["Imprint", "Contact"]);
});

test.each([
  ["/en/mykomax", "HOME"],
  ["/en/MyKomax/tickets/T-1", "TICKETS"],
  ["/en/mykomax/tickets/newticket", "TICKETS"],
  ["/en/mykomax/inventory/mach-1", "INVENTORY"],
  ["/en/mykomax/inventory/software", "SOFTWARE"],
  ["/en/mykomax/user-admin/organizations/o", "USER_ADMIN"],
  ["/en/mykomax/wire-flow", "HOME"],
])("marks the main page of %s", (path, page) => {
  expect(currentItem(frame.site.portalNavigation, path)?.page).toBe(page);
});

const found: FindInPortalQuery = {
  tickets: {
    __typename: "TicketConnection",
    edges: [
      {
        __typename: "TicketEdge",
        node: { __typename: "Ticket", id: "1", number: "T-1", subject: "Belt slips", url: "/en/mykomax/tickets/1" },
      },
    ],
  },
};

test("finds pages and records by Ctrl K", async () => {
  const { container } = show("kmx_int_serviceticketing_active");
  fireEvent.keyDown(document.body, { key: "k", ctrlKey: true });
  const field = await screen.findByRole("combobox", { name: "Ticket, machine, person or page" });
  expect(field).toHaveFocus();
  expect(screen.getAllByRole("option").map(({ textContent }) => textContent)).toEqual([
    "HomePage",
    "TicketsPage",
    "AccountPage",
    "Create a ticketPage",
    "Keyboard shortcuts",
    "Log outPage",
  ]);
  await userEvent.type(field, "belt");
  await waitFor(() =>
    expect(sent.map(({ name, variables }) => [name, variables])).toEqual([
      ["FindInPortal", { text: "belt", locale: "en", withTickets: true, withMachines: false, withUsers: false }],
    ]),
  );
  act(() => {
    sent[0]?.next(found);
    sent[0]?.complete();
  });
  expect(await screen.findByRole("option", { name: /^Belt slips/ })).toHaveAttribute("aria-selected", "true");
  expect(await axe(container)).toHaveNoViolations();
});

test("asks for no more letters than the graph accepts", async () => {
  show("kmx_int_serviceticketing_active");
  fireEvent.keyDown(document.body, { key: "k", metaKey: true });
  const field = await screen.findByRole("combobox");
  fireEvent.change(field, { target: { value: "x".repeat(10_000) } });
  expect(field).toHaveValue("x".repeat(200));
});

test("lists the shortcuts by ?, unless it is typed", async () => {
  show();
  fireEvent.keyDown(document.body, { key: "?" });
  expect(await screen.findByRole("dialog", { name: "Keyboard shortcuts" })).toBeInTheDocument();
});
