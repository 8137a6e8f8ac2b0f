import { screen, within } from "@testing-library/react";
import { axe } from "jest-axe";
import type { PortalHomeFragment } from "~/graph/generated/graphql";
import { renderUi } from "../../../test/renderUi";
import { PortalHome } from "./PortalHome";

type Registration = PortalHomeFragment["serviceRegistrations"][number];

const registration = (change: Partial<Registration>): Registration => ({
  __typename: "ServiceRegistration",
  service: "LEARNING",
  status: "ACTIVE",
  serviceUrl: null,
  isLocal: false,
  userType: "UNKNOWN",
  registrationUrl: null,
  ...change,
});

function show(...registrations: Registration[]) {
  return renderUi(
    <PortalHome
      portal={{
        __typename: "PortalEntry",
        user: { __typename: "User", firstName: "Carla", fullName: "Carla Muster" },
        serviceRegistrations: registrations,
        machines: null,
        ticketsUrl: "/en/mykomax/tickets/list",
        newTicketUrl: "/en/mykomax/tickets/newticket",
      }}
      latestTickets={null}
      onRetry={() => Promise.resolve()}
    />,
  );
}

const tile = (title: string) => within(screen.getByRole("heading", { name: title }).closest("li") as HTMLElement);

test("somebody is greeted, and has a tile for each service", async () => {
  const { container } = show(
    registration({ service: "TICKETING", serviceUrl: "/en/mykomax/tickets/list", isLocal: true }),
    registration({ service: "ARTEMIS", serviceUrl: "https://wf.example/", userType: "CLOUD" }),
    registration({ service: "USER_ADMIN", status: "NOPROCESS" }),
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
  expect(tile("User administration").queryByRole("link")).not.toBeInTheDocument();
  expect(await axe(container)).toHaveNoViolations();
});

test.each([
  ["UNKNOWN", "Unknown", null],
  ["NOPROCESS", "Not included", "Ask your administrator or our support for access."],
  ["UNREGISTERED", "Not registered", null],
  ["PENDING", "Pending", "We are looking at your request."],
  ["ACTIVE", "Active", null],
  ["INVITED", "Invited", "You are invited. Accept to begin."],
  ["INVITEEXPIRED", "Invitation expired", "Your invitation has expired. Ask for a new one."],
  ["INACTIVE", "Inactive", "Your access is switched off."],
  ["DECLINED", "Declined", "Your request was declined."],
  ["COMINGSOON", "Coming soon", "We are still building it."],
] as const)("%s", (status, said, hint) => {
  show(registration({ status }));
  expect(tile("Learning").getByText(said)).toBeInTheDocument();
  if (hint) expect(tile("Learning").getByText(hint)).toBeInTheDocument();
});

test("whoever is invited accepts, whoever is not registered registers", () => {
  show(
    registration({ status: "INVITED", serviceUrl: "https://learn.example/" }),
    registration({
      service: "DIRECT_SERVICE",
      status: "UNREGISTERED",
      registrationUrl: "https://direct.example/register?goto=x",
    }),
  );
  expect(screen.getByRole("link", { name: "Accept the invitation Learning" })).toHaveAttribute(
    "href",
    "https://learn.example/",
  );
  expect(screen.getByRole("link", { name: "Register Direct service" })).toHaveAttribute(
    "href",
    "https://direct.example/register?goto=x",
  );
});
