// Rules: ACC-5, ACC-10, ACC-12, AUTH-16, MSG-6.

import { CombinedGraphQLErrors } from "@apollo/client";
import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Link } from "react-router";
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
  ticketMails: true,
  isManagedInternally: false,
  recoveryCodesLeft: null,
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

test.each([
  [3, "You have 3 recovery codes left."],
  [1, "You have 1 recovery code left."],
  [0, /You have no recovery codes left\. Reset two-step login and enable it again/],
])("shows how many recovery codes are left: %d", (recoveryCodesLeft, text) => {
  renderWithGraph(
    <GraphProvider>
      <SecondFactor profile={{ ...profile, hasSecondFactor: true, recoveryCodesLeft }} codeFields={[]} />
    </GraphProvider>,
  );
  expect(screen.getByText(text)).toBeInTheDocument();
});

test("says that a reset switches the second factor off", async () => {
  renderWithGraph(
    <GraphProvider>
      <SecondFactor profile={{ ...profile, hasSecondFactor: true }} codeFields={[]} />
    </GraphProvider>,
  );
  await userEvent.click(screen.getByRole("button", { name: "Reset two-step login" }));
  const question = screen.getByText(/switched off until you enable it again/);
  expect(question.parentElement).toHaveFocus();
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect(screen.getByRole("button", { name: "Reset two-step login" })).toHaveFocus();
});

test("offers the recovery codes to be copied, downloaded and printed until the user has saved them", async () => {
  const sent: SentOperation[] = [];
  const print = jest.spyOn(window, "print").mockImplementation(() => undefined);
  const user = userEvent.setup();
  renderWithGraph(
    <GraphProvider>
      <SecondFactor profile={{ ...profile, hasSecondFactor: false }} codeFields={[]} />
      <Link to="/elsewhere">Elsewhere</Link>
    </GraphProvider>,
    (client) => client.setLink(recordingLink(sent)),
    { hasDataRouter: true },
  );
  await user.click(screen.getByRole("button", { name: "Enable two-step login" }));
  act(() =>
    sent[0]?.next({
      startSecondFactor: { __typename: "StartSecondFactorPayload", secret: "S", qrCode: "data:image/png;base64," },
    }),
  );
  const confirm = await screen.findByRole("button", { name: "Confirm" });
  expect(confirm.closest("form")).toHaveFocus();
  await user.click(confirm);
  act(() =>
    sent[1]?.next({
      confirmSecondFactor: {
        __typename: "ConfirmSecondFactorPayload",
        recoveryCodes: ["one-code", "two-code"],
        userErrors: [],
      },
    }),
  );
  const code = await screen.findByText("one-code");
  // The pressed buttons no longer exist.
  expect(code.closest("[tabindex]")).toHaveFocus();
  const write = jest.spyOn(navigator.clipboard, "writeText").mockRejectedValueOnce(new Error("not allowed"));
  jest.spyOn(console, "warn").mockImplementationOnce(() => undefined);
  await user.click(screen.getByRole("button", { name: "Copy" }));
  expect(await screen.findByText(/does not allow copying/)).toBeInTheDocument();
  write.mockRestore();
  await user.click(screen.getByRole("button", { name: "Copy" }));
  expect(await screen.findByRole("button", { name: "Copied" })).toBeInTheDocument();
  expect(await navigator.clipboard.readText()).toBe("one-code\ntwo-code\n");
  const download = screen.getByRole("link", { name: "Download" });
  expect(download).toHaveAttribute("download", "recovery-codes.txt");
  expect(decodeURIComponent(download.getAttribute("href") ?? "")).toContain("one-code\ntwo-code\n");
  await user.click(screen.getByRole("button", { name: "Print" }));
  expect(print).toHaveBeenCalledTimes(1);
  const leave = jest.spyOn(window, "confirm").mockReturnValueOnce(false);
  const unload = () => window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
  expect(unload()).toBe(false);
  await user.click(screen.getByRole("link", { name: "Elsewhere" }));
  expect(leave).toHaveBeenCalledWith(expect.stringContaining("not shown again"));
  expect(screen.getByText("one-code")).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "I have saved them" }));
  expect(unload()).toBe(true);
  expect(screen.queryByText("one-code")).not.toBeInTheDocument();
  expect(document.activeElement).toHaveTextContent(/^Protect your account/);
});
