import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { AccountPageFragment } from "~/graph/generated/graphql";
import { GraphProvider } from "~/graph/GraphProvider";
import { formField } from "../../../test/formFields";
import { recordingLink, renderWithGraph, type SentOperation } from "../../../test/graph";
import { AccountPage } from "./AccountPage";

const account = {
  __typename: "AccountEntry",
  profile: {
    __typename: "Profile",
    firstName: "Carla",
    lastName: "Muster",
    company: "",
    email: "carla@example.com",
    telephone: "",
    address: "",
    postalCode: "",
    city: "",
    country: "",
    language: "en",
    isManagedInternally: false,
    hasSecondFactor: false,
  },
  fields: [formField("firstName", "TEXT")],
  passwordFields: ["presentPassword", "nextPassword"].map((name) =>
    formField(name, "PASSWORD", { messageId: "password" }),
  ),
  oneTimeCodeFields: [],
  countries: [],
  languages: [],
} as unknown as AccountPageFragment;

test.each([
  ["First name", "Save"],
  ["New password", "Change the password"],
])("apologizes with technical details and keeps the typed %s when its change fails", async (label, button) => {
  window.HTMLElement.prototype.scrollIntoView = () => undefined;
  const sent: SentOperation[] = [];
  renderWithGraph(
    <GraphProvider>
      <AccountPage title="Account settings" account={account} />
    </GraphProvider>,
    (client) => client.setLink(recordingLink(sent)),
  );
  await userEvent.type(screen.getByLabelText("Current password"), "old");
  await userEvent.type(screen.getByLabelText(label), "Ada");
  const typed = screen.getByLabelText<HTMLInputElement>(label).value;
  await userEvent.click(screen.getByRole("button", { name: button }));
  act(() => sent[0]?.fail(new Error("Received status code 503")));
  expect(await screen.findByRole("alert")).toHaveTextContent(
    "An error has occurred, we apologize for the inconvenience",
  );
  expect(screen.getByText("Technical details: Received status code 503")).toBeInTheDocument();
  expect(screen.queryByText(/verify your input/)).not.toBeInTheDocument();
  expect(screen.getByLabelText(label)).toHaveValue(typed);
});
