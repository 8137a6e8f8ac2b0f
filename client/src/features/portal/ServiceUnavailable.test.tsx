import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { renderUi } from "../../../test/renderUi";
import { ServiceUnavailable } from "./ServiceUnavailable";
import { WireFlow } from "./WireFlow";

const done = () => Promise.resolve();

test("shows an apology for an active service that is unavailable, and retries", async () => {
  const retry = jest.fn(done);
  renderUi(<ServiceUnavailable title="Service tickets" status="ACTIVE" onRetry={retry} />);
  expect(screen.getByRole("alert")).toHaveTextContent(/apologize.*contact our support/);
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(retry).toHaveBeenCalledTimes(1);
});

test.each([
  ["NOPROCESS", "Ask your administrator or our support for access."],
  ["UNKNOWN", "Ask your administrator or our support for access."],
  ["PENDING", "Your administrators are looking at your request."],
] as const)("tells the user whom to contact about a service that is not active: %s", (status, hint) => {
  renderUi(<ServiceUnavailable title="Service tickets" status={status} onRetry={done} />);
  expect(screen.getByRole("status")).toHaveTextContent("This service is not part of your access");
  expect(screen.getByRole("status")).toHaveTextContent(hint);
  expect(screen.getByRole("button", { name: "Talk to an expert" })).toBeInTheDocument();
});

const cloud = "https://wire-flow.example/";

function showWireFlow(registration: Pick<Parameters<typeof WireFlow>[0], "registration">["registration"]) {
  renderUi(<WireFlow title="Wire-flow" registration={registration} onRetry={done} />);
}

test("links to wire-flow in the cloud", () => {
  showWireFlow({ __typename: "ServiceRegistration", status: "ACTIVE", userType: "CLOUD", cloudUrl: cloud });
  expect(screen.getByRole("link", { name: "Open wire-flow in the cloud (opens in a new tab)" })).toHaveAttribute(
    "href",
    cloud,
  );
  expect(screen.queryByRole("button")).not.toBeInTheDocument();
});

test("names the contact for wire-flow on premises, and links to the cloud where there is one", () => {
  showWireFlow({ __typename: "ServiceRegistration", status: "ACTIVE", userType: "ONPREM", cloudUrl: cloud });
  expect(screen.getByText(/runs in your own network\. Ask your administrator/)).toBeInTheDocument();
  expect(screen.getByRole("link", { name: "Open wire-flow in the cloud (opens in a new tab)" })).toBeInTheDocument();
});

test("shows no link without wire-flow or without an address", () => {
  showWireFlow({ __typename: "ServiceRegistration", status: "ACTIVE", userType: "ONPREM", cloudUrl: null });
  showWireFlow({ __typename: "ServiceRegistration", status: "NOPROCESS", userType: "UNKNOWN", cloudUrl: cloud });
  expect(screen.getByText("This service is not part of your access")).toBeInTheDocument();
  expect(screen.queryByRole("link")).not.toBeInTheDocument();
});
