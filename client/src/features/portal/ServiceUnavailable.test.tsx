// Rules: MSG-7, PORT-5, PORT-14, PORT-20.

import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { GraphProvider } from "~/graph/GraphProvider";
import type { ServiceAccessFragment } from "~/graph/generated/graphql";
import { recordingLink, renderWithGraph, type SentOperation } from "../../../test/graph";
import { ServiceUnavailable } from "./ServiceUnavailable";
import { WireFlow } from "./WireFlow";

const done = jest.fn(() => Promise.resolve());
let sent: SentOperation[];
beforeEach(() => {
  sent = [];
  done.mockClear();
});

const registrationOf = (change: Partial<ServiceAccessFragment>): ServiceAccessFragment => ({
  __typename: "ServiceRegistration",
  service: "TICKETING",
  status: "ACTIVE",
  registrationUrl: null,
  canRequest: false,
  canAccept: false,
  organizations: [],
  isDecidedInternally: false,
  declineReason: null,
  ...change,
});

function show(registration: ServiceAccessFragment | null) {
  renderWithGraph(
    <GraphProvider>
      <ServiceUnavailable title="Service tickets" registration={registration} onRetry={done} />
    </GraphProvider>,
    (client) => client.setLink(recordingLink(sent)),
  );
}

/** What the page says about the access. */
const notice = () => screen.getByText("This service is not part of your access").closest('[role="status"]');

test("shows an apology for an active service that is unavailable, and retries", async () => {
  show(registrationOf({}));
  expect(screen.getByRole("alert")).toHaveTextContent(/apologize.*contact our support/);
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(done).toHaveBeenCalledTimes(1);
});

test.each([
  ["NOPROCESS", "Ask your administrator or our support for access."],
  ["UNKNOWN", "Ask your administrator or our support for access."],
  ["COMINGSOON", "We are still building it."],
] as const)("tells the user whom to contact about a service that is not active: %s", (status, hint) => {
  show(registrationOf({ status }));
  expect(notice()).toHaveTextContent(hint);
  expect(screen.getAllByRole("button").map((button) => button.textContent)).toEqual(["Talk to an expert"]);
});

test("shows the page of a service whose registration cannot be read", () => {
  show(null);
  expect(notice()).toHaveTextContent("Ask your administrator or our support for access.");
});

test.each([
  [{ status: "INVITED", canAccept: true }, "Accept the invitation Service tickets", "AcceptInvitation"],
  [{ status: "INVITEEXPIRED", canRequest: true }, "Ask for a new invitation Service tickets", "RequestAccess"],
  [{ status: "UNREGISTERED", canRequest: true }, "Request access Service tickets", "RequestAccess"],
  [{ status: "DECLINED", canRequest: true }, "Request access Service tickets", "RequestAccess"],
  [{ status: "INACTIVE", canRequest: true }, "Request access Service tickets", "RequestAccess"],
  [{ status: "PENDING" }, "Withdraw the request Service tickets", "CancelAccessRequest"],
] as const)("offers the next step of the tile behind it, too: %p", async (change, name, operation) => {
  show(registrationOf(change));
  await userEvent.click(screen.getByRole("button", { name }));
  expect(sent.map((one) => one.name)).toEqual([operation]);
  const answer = { userErrors: [], __typename: "AccessRequestPayload" };
  act(() => sent[0]?.next({ answer }));
  // The page is loaded again, with the service if it is active now.
  await screen.findByText(/access now|was sent|was withdrawn/);
  expect(done).toHaveBeenCalledTimes(1);
});

test("says why a request was denied", () => {
  show(registrationOf({ status: "DECLINED", declineReason: "Ask <Pavel>." }));
  expect(notice()).toHaveTextContent("Your last request was denied: Ask <Pavel>.");
});

const cloud = "https://wire-flow.example/";

type WireFlowRegistration = NonNullable<Parameters<typeof WireFlow>[0]["registration"]>;

function showWireFlow(change: Partial<WireFlowRegistration>) {
  const registration = { ...registrationOf({ service: "ARTEMIS" }), userType: "UNKNOWN", cloudUrl: null, ...change };
  renderWithGraph(
    <GraphProvider>
      <WireFlow title="Wire-flow" registration={registration as WireFlowRegistration} onRetry={done} />
    </GraphProvider>,
  );
}

test("links to wire-flow in the cloud", () => {
  showWireFlow({ status: "ACTIVE", userType: "CLOUD", cloudUrl: cloud });
  expect(screen.getByRole("link", { name: "Open wire-flow in the cloud (opens in a new tab)" })).toHaveAttribute(
    "href",
    cloud,
  );
  expect(screen.queryByRole("button")).not.toBeInTheDocument();
});

test("names the contact for wire-flow on premises, and links to the cloud where there is one", () => {
  showWireFlow({ status: "ACTIVE", userType: "ONPREM", cloudUrl: cloud });
  expect(screen.getByText(/runs in your own network\. Ask your administrator/)).toBeInTheDocument();
  expect(screen.getByRole("link", { name: "Open wire-flow in the cloud (opens in a new tab)" })).toBeInTheDocument();
});

test("shows no link without wire-flow or without a URL", () => {
  showWireFlow({ status: "ACTIVE", userType: "ONPREM", cloudUrl: null });
  showWireFlow({ status: "NOPROCESS", userType: "UNKNOWN", cloudUrl: cloud });
  expect(screen.getByText("This service is not part of your access")).toBeInTheDocument();
  expect(screen.queryByRole("link")).not.toBeInTheDocument();
});
