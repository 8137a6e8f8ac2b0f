import { CombinedGraphQLErrors } from "@apollo/client";
import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { GraphProvider } from "~/graph/GraphProvider";
import { accountOf } from "../../../test/account";
import { recordingLink, renderWithGraph, type SentOperation, signedInState } from "../../../test/graph";
import { SecondFactor } from "./SecondFactor";

const profile = {
  __typename: "Profile",
  firstName: "",
  lastName: "",
  company: "",
  email: "",
  telephone: "",
  address: "",
  postalCode: "",
  city: "",
  country: "",
  language: "en",
  isManagedInternally: false,
} as const;

test("does not advertise the second factor of an account that is managed internally", () => {
  renderWithGraph(
    <GraphProvider>
      <SecondFactor profile={{ ...profile, isManagedInternally: true, hasSecondFactor: false }} codeFields={[]} />
    </GraphProvider>,
  );
  expect(screen.getByText(/Two-step login is off.*managed internally/)).toBeInTheDocument();
  expect(screen.queryByText(/Protect your account/)).not.toBeInTheDocument();
  expect(screen.queryByRole("button")).not.toBeInTheDocument();
});

async function changeOf(hasSecondFactor: boolean, press: string[], code: string) {
  const sent: SentOperation[] = [];
  const logIn = jest.fn(() => Promise.resolve());
  const { account } = accountOf(signedInState("carla"), { logIn });
  renderWithGraph(
    <GraphProvider>
      <SecondFactor profile={{ ...profile, hasSecondFactor }} codeFields={[]} />
    </GraphProvider>,
    (client) => client.setLink(recordingLink(sent)),
    { account },
  );
  for (const name of press) await userEvent.click(screen.getByRole("button", { name }));
  await act(async () => {
    sent[0]?.fail(new CombinedGraphQLErrors({ errors: [{ message: "No.", extensions: { code } }] }));
    await Promise.resolve();
  });
  return logIn;
}

describe.each([
  [false, ["Enable two-step login"]],
  [true, ["Reset two-step login", "Reset and log in again"]],
])("when the second factor is changed (is on: %p)", (hasSecondFactor, press) => {
  test("links to a new login and back when the change requires a recent login", async () => {
    const logIn = await changeOf(hasSecondFactor, press, "RECENT_LOGIN_REQUIRED");
    expect(await screen.findByRole("alert")).toHaveTextContent("please log in again");
    expect(logIn).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole("button", { name: "Log in again" }));
    expect(logIn).toHaveBeenCalledWith("/#second-factor", 300);
  });

  test("shows the technical details and no login link when the change fails for another reason", async () => {
    await changeOf(hasSecondFactor, press, "INTERNAL");
    expect(await screen.findByRole("alert")).toHaveTextContent(
      "An error has occurred, we apologize for the inconvenience",
    );
    expect(screen.getByText("Technical details: No.")).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: "Log in again" })).not.toBeInTheDocument();
  });
});
