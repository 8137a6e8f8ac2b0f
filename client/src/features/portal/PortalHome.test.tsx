// Rules: MSG-7, PORT-1, PORT-9, PORT-10, PORT-11, PORT-14, PORT-16, PORT-20, PORT-22, REQ-7, USER-52.

import { CombinedGraphQLErrors } from "@apollo/client";
import { act, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { axe } from "jest-axe";
import { useState } from "react";
import type { PortalHomeFragment } from "~/graph/generated/graphql";
import { GraphProvider } from "~/graph/GraphProvider";
import { PanelsProvider } from "~/ui/panels/panels";
import { recordingLink, renderWithGraph, type SentOperation } from "../../../test/graph";
import { noRequest } from "../../../test/membership";
import { PortalHome } from "./PortalHome";
import { ServiceTile } from "./ServiceTile";

const noop = () => undefined;

type Registration = PortalHomeFragment["serviceRegistrations"][number];

const registration = (change: Partial<Registration>): Registration => ({
  __typename: "ServiceRegistration",
  service: "LEARNING",
  status: "ACTIVE",
  serviceUrl: null,
  isLocal: false,
  userType: "UNKNOWN",
  registrationUrl: null,
  canRequest: false,
  organizations: [],
  isDecidedInternally: false,
  canAccept: false,
  declineReason: null,
  ...change,
});

function show(...registrations: Registration[]) {
  return showWith({}, ...registrations);
}

function showWith(
  {
    machines = null,
    dueMachines = null,
    productRequests = [],
    membership = null,
    isEmployee = false,
    counts = {},
    ...props
  }: Partial<Parameters<typeof PortalHome>[0]> &
    Partial<Pick<PortalHomeFragment, "machines" | "dueMachines" | "productRequests" | "membership">> & {
      isEmployee?: boolean;
      counts?: Partial<Pick<PortalHomeFragment, "pendingRequestCount" | "waitingTicketCount">>;
    },
  ...registrations: Registration[]
) {
  return renderWithGraph(
    <GraphProvider>
      <PortalHome
        portal={{
          __typename: "PortalEntry",
          user: { __typename: "User", firstName: "Carla", fullName: "Carla Muster", isEmployee },
          membership,
          serviceRegistrations: registrations,
          pendingRequestCount: null,
          waitingTicketCount: null,
          ...counts,
          machines,
          dueMachines,
          dueMachineCount: dueMachines?.length ?? null,
          productRequests,
          ticketsUrl: "/en/mykomax/tickets/list",
          waitingTicketsUrl: "/en/mykomax/tickets/list?mine=true&status=WAITING",
          usersUrl: "/en/mykomax/user-admin",
          newTicketUrl: "/en/mykomax/tickets/newticket",
          breakdownUrl: "/en/mykomax/tickets/newticket?type=BREAKDOWN",
          inventoryUrl: "/en/mykomax/inventory",
        }}
        waitingTickets={null}
        latestTickets={null}
        onRetry={() => Promise.resolve()}
        {...props}
      />
    </GraphProvider>,
    (client) => client.setLink(recordingLink(sent)),
  );
}

let sent: SentOperation[];
beforeEach(() => (sent = []));

const tile = (title: string) => within(screen.getByRole("heading", { name: title }).closest("li") as HTMLElement);

test("greets the user and shows a tile for each service", async () => {
  const { container } = show(
    registration({ service: "TICKETING", serviceUrl: "/en/mykomax/tickets/list", isLocal: true }),
    registration({ service: "ARTEMIS", serviceUrl: "https://wf.example/", userType: "CLOUD" }),
    registration({ service: "USER_ADMIN", status: "UNREGISTERED" }),
  );
  expect(screen.getByRole("heading", { level: 1 })).toHaveTextContent("Hello Carla");
  expect(tile("Service tickets").getByRole("link", { name: "Open Service tickets" })).toHaveAttribute(
    "href",
    "/en/mykomax/tickets/list",
  );
  const wireFlow = tile("Wire-flow");
  expect(wireFlow.getByText("In the cloud")).toBeInTheDocument();
  expect(wireFlow.getByRole("link")).toHaveAttribute("href", "https://wf.example/");
  expect(wireFlow.getByRole("link")).toHaveAttribute("target", "_blank");
  // User administration is a role, which cannot be requested.
  expect(tile("User administration").getByText("Administrators of your organization give this role.")).toBeVisible();
  expect(await axe(container)).toHaveNoViolations();
});

test.each([
  ["UNKNOWN", "Unknown", null],
  ["NOPROCESS", "Not included", "Ask your administrator or our support for access."],
  ["UNREGISTERED", "Not registered", "Ask your administrator or our support for access."],
  ["PENDING", "Pending", "Your administrators are looking at your request."],
  ["ACTIVE", "Active", null],
  ["INVITED", "Invited", "You are invited. Accept to begin."],
  ["INVITEEXPIRED", "Invitation expired", "Your invitation has expired. Ask for a new one."],
  ["INACTIVE", "Inactive", "Your access is switched off."],
  ["DECLINED", "Declined", "Your request was declined."],
  ["COMINGSOON", "Coming soon", "We are still building it."],
] as const)("shows the text and hint of the status %s", (status, said, hint) => {
  show(registration({ status }));
  expect(tile("Learning").getByText(said)).toBeInTheDocument();
  if (hint) expect(tile("Learning").getByText(hint)).toBeInTheDocument();
});

test.each(["NOPROCESS", "UNREGISTERED", "INVITEEXPIRED", "INACTIVE", "DECLINED", "COMINGSOON"] as const)(
  "has a way on without another step in the status %s",
  async (status) => {
    const openExpert = jest.fn();
    const panels = { openNews: noop, hasUnreadNews: false, openShare: noop, openSearch: noop, openExpert };
    renderWithGraph(
      <GraphProvider>
        <PanelsProvider value={panels}>
          <ul>
            <ServiceTile
              registration={registration({ status })}
              title="Learning"
              text=""
              onChanged={() => Promise.resolve()}
            />
          </ul>
        </PanelsProvider>
      </GraphProvider>,
    );
    await userEvent.click(screen.getByRole("button", { name: "Talk to an expert Learning" }));
    expect(openExpert).toHaveBeenCalledTimes(1);
  },
);

test("leads from the tiles of a user without an organization to the request for one", async () => {
  showWith(
    { membership: { ...noRequest, company: "Nordkabel" } },
    registration({ status: "UNREGISTERED" }),
    registration({ service: "INVENTORY", status: "COMINGSOON" }),
  );
  expect(tile("Learning").getByText("You get it through your company.")).toBeInTheDocument();
  await userEvent.click(tile("Learning").getByRole("button", { name: "Ask for access Learning" }));
  expect(screen.getByRole("heading", { name: "Your company" })).toHaveFocus();
  expect(tile("Inventory").getByRole("button", { name: "Talk to an expert Inventory" })).toBeInTheDocument();
});

test("says to an employee without a role who gives one", () => {
  showWith({ isEmployee: true }, registration({ status: "UNREGISTERED", canRequest: true }));
  expect(screen.getByText(/You have no role yet/)).toBeInTheDocument();
});

test("offers an invited user to accept and an unregistered user to register", () => {
  show(
    registration({ status: "INVITED", serviceUrl: "https://learn.example/" }),
    registration({
      service: "DIRECT_SERVICE",
      status: "UNREGISTERED",
      registrationUrl: "https://direct.example/register?goto=x",
    }),
  );
  expect(screen.getByRole("link", { name: "Accept the invitation Learning (opens in a new tab)" })).toHaveAttribute(
    "href",
    "https://learn.example/",
  );
  expect(screen.getByRole("link", { name: "Register Direct service" })).toHaveAttribute(
    "href",
    "https://direct.example/register?goto=x",
  );
});

const ticketing = registration({ service: "TICKETING" });
const inventory = registration({ service: "INVENTORY" });
const alpha = {
  __typename: "Machine",
  id: "1",
  name: "Alpha 530",
  serialNumber: "A-1",
  url: "/en/mykomax/inventory/1",
  newTicketUrl: "/en/new?machine=1",
} as const;

test("hides services that the user may not use", () => {
  show(registration({ service: "TICKETING", status: "NOPROCESS" }));
  expect(screen.getAllByRole("heading", { level: 2 }).map((h) => h.textContent)).toEqual(["Your services"]);
});

test("shows sections for tickets and machines", async () => {
  const { container } = showWith(
    { latestTickets: { count: 1, scope: "OWN", list: <p>T-1</p> }, machines: [alpha] },
    ticketing,
    inventory,
  );
  const tickets = within(screen.getByRole("region", { name: "Your latest tickets" }));
  expect(tickets.getByText("T-1")).toBeInTheDocument();
  expect(tickets.getByRole("link", { name: "All service tickets" })).toHaveAttribute(
    "href",
    "/en/mykomax/tickets/list",
  );
  const machines = within(screen.getByRole("region", { name: "Your machines" }));
  expect(machines.getByText("Serial number A-1")).toBeInTheDocument();
  expect(machines.getByRole("link", { name: "Report a problem Alpha 530, A-1" })).toHaveAttribute(
    "href",
    "/en/new?machine=1",
  );
  expect(await axe(container)).toHaveNoViolations();
});

test("shows first what waits for the user", async () => {
  const { container } = showWith(
    {
      counts: { waitingTicketCount: 8, pendingRequestCount: 2 },
      waitingTickets: { count: 3, list: <p>T-2</p> },
      latestTickets: { count: 1, scope: "OWN", list: <p>T-1</p> },
    },
    ticketing,
  );
  expect(screen.getAllByRole("heading", { level: 2 })[0]).toHaveTextContent("Waiting for you8");
  const waiting = within(screen.getByRole("region", { name: "Waiting for you 8" }));
  expect(waiting.getByText("T-2")).toBeInTheDocument();
  expect(waiting.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
    ["All 8 waiting tickets", "/en/mykomax/tickets/list?mine=true&status=WAITING"],
    ["2 open requests", "/en/mykomax/user-admin"],
  ]);
  expect(await axe(container)).toHaveNoViolations();
});

test("says that nothing waits for the user", () => {
  showWith({ counts: { waitingTicketCount: 0 }, waitingTickets: { count: 0, list: null } }, ticketing);
  expect(screen.getByText("Nothing is waiting for you.")).toBeInTheDocument();
});

test.each([
  ["ORGANIZATION", "Latest tickets of your organization"],
  ["ALL", "Latest tickets"],
] as const)("does not claim tickets of others for the user (%s)", (scope, name) => {
  showWith({ latestTickets: { count: 1, scope, list: <p>T-1</p> } }, ticketing);
  expect(screen.getByRole("region", { name })).toHaveTextContent("T-1");
  expect(screen.queryByText("Your latest tickets")).not.toBeInTheDocument();
});

test("accepts an invitation to a service of the portal in the tile", async () => {
  const onRetry = jest.fn(() => Promise.resolve());
  const url = "/en/mykomax/inventory";
  showWith(
    { onRetry },
    registration({ service: "INVENTORY", status: "INVITED", serviceUrl: url, isLocal: true, canAccept: true }),
  );
  const shown = tile("Inventory");
  expect(shown.queryByRole("link")).not.toBeInTheDocument();
  const button = shown.getByRole("button", { name: "Accept the invitation Inventory" });
  await userEvent.click(button);
  expect(sent[0]).toMatchObject({ name: "AcceptInvitation", variables: { application: "INVENTORY" } });
  act(() => sent[0]?.fail(new Error("Failed to fetch")));
  expect(await shown.findByText(/could not be accepted/)).toBeInTheDocument();
  expect(onRetry).not.toHaveBeenCalled();
  await userEvent.click(button);
  act(() => sent[1]?.next({ answer: { __typename: "AccessRequestPayload", userErrors: [] } }));
  expect(await shown.findByText(/You have access now/)).toBeInTheDocument();
  expect(onRetry).toHaveBeenCalledTimes(1);
});

test("offers a new invitation after the last one has expired", async () => {
  show(registration({ service: "INVENTORY", status: "INVITEEXPIRED", canRequest: true }));
  await userEvent.click(tile("Inventory").getByRole("button", { name: "Ask for a new invitation Inventory" }));
  expect(sent[0]).toMatchObject({ name: "RequestAccess", variables: { input: { application: "INVENTORY" } } });
});

test("lists the requests for products with their state", async () => {
  const request = {
    __typename: "ProductRequest",
    reference: "RQ-ABCD-EFGH",
    requested: "quote",
    subject: "Alpha 530, S",
    submittedAt: "2026-11-20T08:00:00Z",
    isDelivered: true,
    office: { __typename: "RequestOffice", name: "Komax Switzerland" },
  } as const;
  const { container } = showWith({
    productRequests: [
      request,
      { ...request, reference: "RQ-2345-6789", requested: "callBack", subject: null, isDelivered: false, office: null },
    ],
  });
  const [first, second] = within(screen.getByRole("region", { name: "Your requests" })).getAllByRole("listitem");
  expect(first).toHaveTextContent("A quote: Alpha 530, S");
  expect(first).toHaveTextContent("RQ-ABCD-EFGH");
  expect(first).toHaveTextContent("Received by Komax Switzerland");
  expect(second).toHaveTextContent("A call");
  expect(second).toHaveTextContent("On the way");
  expect(await axe(container)).toHaveNoViolations();
});

test("offers no ticket about a machine without the ticket service", () => {
  showWith({ machines: [alpha] }, inventory);
  expect(screen.getByRole("heading", { name: "Alpha 530" })).toBeInTheDocument();
  expect(screen.queryByRole("link", { name: /Report a problem/ })).not.toBeInTheDocument();
});

test("shows an apology only in the section that cannot be loaded", async () => {
  const retry = jest.fn(() => Promise.resolve());
  showWith({ latestTickets: { count: 0, scope: "OWN", list: null }, onRetry: retry }, ticketing, inventory);
  const tickets = within(screen.getByRole("region", { name: "Your latest tickets" }));
  expect(tickets.getByText("You have no service tickets yet")).toBeInTheDocument();
  const machines = within(screen.getByRole("region", { name: "Your machines" }));
  expect(machines.getByRole("alert")).toHaveTextContent("we apologize for the inconvenience");
  await userEvent.click(machines.getByRole("button", { name: "Try again" }));
  expect(retry).toHaveBeenCalledTimes(1);
});

test("requests access once per click, and withdraws an open request", async () => {
  const onRetry = jest.fn(() => Promise.resolve());
  showWith(
    { onRetry },
    registration({ status: "UNREGISTERED", canRequest: true }),
    registration({ service: "INVENTORY", status: "PENDING" }),
  );
  expect(tile("Learning").getByText("You do not have access yet.")).toBeInTheDocument();
  await userEvent.click(tile("Learning").getByRole("button", { name: "Request access Learning" }));
  const [request] = sent;
  expect(request?.variables).toEqual({
    input: {
      idempotencyKey: expect.stringMatching(/^[\w-]{36}$/) as string,
      application: "LEARNING",
      organization: null,
    },
  });
  expect(tile("Learning").getByRole("button")).toHaveAttribute("aria-disabled", "true");
  act(() => request?.fail(new Error("Failed to fetch")));
  expect(await tile("Learning").findByText(/could not be sent/)).toBeInTheDocument();
  expect(onRetry).not.toHaveBeenCalled();

  // The retry has the same idempotency key: the first request may have arrived.
  await userEvent.click(tile("Learning").getByRole("button"));
  expect(sent[1]?.variables).toEqual(request?.variables);
  act(() => sent[1]?.next({ answer: { __typename: "AccessRequestPayload", userErrors: [] } }));
  expect(await tile("Learning").findByText(/Your request was sent/)).toBeInTheDocument();
  expect(onRetry).toHaveBeenCalledTimes(1);

  await userEvent.click(tile("Inventory").getByRole("button", { name: "Withdraw the request Inventory" }));
  expect(sent[2]).toMatchObject({ name: "CancelAccessRequest", variables: { application: "INVENTORY" } });
});

const unregistered = registration({ status: "UNREGISTERED", canRequest: true });
const pending = registration({ status: "PENDING" });
const active = registration({ serviceUrl: "https://learn.example/" });

test.each([
  ["a request", unregistered, pending, "STATE_CHANGED", "The status has changed meanwhile."],
  ["a request", unregistered, unregistered, "APPLICATION_NOT_OFFERED", "The organization does not have this"],
  ["a request", unregistered, unregistered, "NEW_CODE", "your request could not be sent"],
  ["a withdrawal", pending, active, "STATE_CHANGED", "The status has changed meanwhile."],
] as const)("shows why %s was refused, and the present status (%#)", async (_, before, after, code, text) => {
  let reloads = 0;
  function Tile() {
    const [shown, show] = useState<Registration>(before);
    const reload = () => {
      reloads++;
      show(after);
      return Promise.resolve();
    };
    return <ServiceTile registration={shown} title="Learning" text="" onChanged={reload} />;
  }
  renderWithGraph(
    <GraphProvider>
      <ul>
        <Tile />
      </ul>
    </GraphProvider>,
    (client) => client.setLink(recordingLink(sent)),
  );
  await userEvent.click(tile("Learning").getByRole("button"));
  const userErrors = [{ __typename: "UserError", code }];
  act(() => sent[0]?.next({ answer: { __typename: "AccessRequestPayload", userErrors } }));
  const result = await tile("Learning").findByText(text, { exact: false });
  // The pressed button no longer exists.
  if (after === active) expect(result).toHaveFocus();
  expect(screen.queryByText(/was sent|was withdrawn/)).not.toBeInTheDocument();
  expect(reloads).toBe(1);
});

test("asks for the organization if access can be requested in several", async () => {
  const organizations = [
    { __typename: "ServiceOrganization" as const, id: "o1", name: "Nordkabel" },
    { __typename: "ServiceOrganization" as const, id: "o2", name: "Helia" },
  ];
  showWith({}, registration({ status: "UNREGISTERED", canRequest: true, organizations }));
  await userEvent.click(tile("Learning").getByRole("button", { name: "Request access Learning" }));
  expect(sent).toEqual([]);
  const dialog = within(screen.getByRole("dialog", { hidden: true }));
  await userEvent.selectOptions(dialog.getByRole("combobox", { hidden: true }), "Helia");
  await userEvent.click(dialog.getByRole("button", { name: "Request access", hidden: true }));
  expect(sent[0]?.variables).toMatchObject({ input: { application: "LEARNING", organization: "o2" } });
  act(() => {
    const errors = [{ message: "too many requests", extensions: { code: "RATE_LIMITED" } }];
    sent[0]?.fail(new CombinedGraphQLErrors({ data: null, errors }));
  });
  expect(await tile("Learning").findByText(/You have sent too many requests/)).toBeInTheDocument();
});

test("says who decides on the request of the only administrator", () => {
  showWith({}, registration({ status: "PENDING", isDecidedInternally: true }));
  expect(tile("Learning").getByText(/An internal administrator decides/)).toBeInTheDocument();
  expect(tile("Learning").queryByText(/Your administrators are looking/)).not.toBeInTheDocument();
});

test("shows why a request was denied, and the number of open requests to an administrator", () => {
  showWith({}, registration({ status: "DECLINED", canRequest: true, declineReason: "Ask <Pavel>." }));
  expect(tile("Learning").getByText("Your last request was denied: Ask <Pavel>.")).toBeInTheDocument();
});

test("shows the first machines that need something, with what it is", async () => {
  const due = (id: string, needs: NonNullable<PortalHomeFragment["dueMachines"]>[number]["needs"]) => ({
    __typename: "Machine" as const,
    id,
    name: "Alpha 530",
    serialNumber: `A-${id}`,
    url: `/en/mykomax/inventory/${id}`,
    needs,
    serviceContract: { __typename: "MachineCoverage" as const, until: "2026-12-31" },
  });
  const { container } = showWith({
    dueMachines: [
      due("1", ["SERVICE_CONTRACT_ENDED", "SOFTWARE_UPDATE"]),
      due("2", ["SERVICE_CONTRACT_ENDS"]),
      due("3", ["SOFTWARE_UPDATE"]),
      due("4", ["SOFTWARE_UPDATE"]),
      due("5", ["SOFTWARE_UPDATE"]),
    ],
  });
  const section = screen.getByRole("region", { name: /^Machines that need something/ });
  expect(
    within(section)
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent),
  ).toEqual([
    "Alpha 530, A-1Service contract ended on Dec 31, 2026 · Newer software available",
    "Alpha 530, A-2Service contract ends on Dec 31, 2026",
    "Alpha 530, A-3Newer software available",
    "Alpha 530, A-4Newer software available",
  ]);
  expect(within(section).getByRole("heading")).toHaveTextContent("5");
  expect(await axe(container)).toHaveNoViolations();
});
