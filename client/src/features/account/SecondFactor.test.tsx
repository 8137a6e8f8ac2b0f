// Rules: ACC-5, ACC-10, ACC-12, AUTH-16, MSG-6.

import { CombinedGraphQLErrors } from "@apollo/client";
import { useFragment } from "@apollo/client/react";
import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Link } from "react-router";
import { ProfileFieldsFragmentDoc } from "~/graph/generated/graphql";
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
  [true, ["New recovery codes"]],
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
  [0, "You have no recovery codes left."],
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

/** The second factor of the profile in the cache. */
function CachedSecondFactor() {
  const { data, complete } = useFragment({
    fragment: ProfileFieldsFragmentDoc,
    fragmentName: "ProfileFields",
    from: { __typename: "Profile" },
  });
  return complete && <SecondFactor profile={data} codeFields={[]} />;
}

function showCached(hasSecondFactor: boolean, logIn?: () => Promise<void>) {
  const sent: SentOperation[] = [];
  const own = { ...profile, hasSecondFactor, recoveryCodesLeft: hasSecondFactor ? 3 : null };
  const view = renderWithGraph(
    <GraphProvider>
      <CachedSecondFactor />
      <Link to="/elsewhere">Elsewhere</Link>
    </GraphProvider>,
    (client) => {
      client.setLink(recordingLink(sent));
      client.writeFragment({ fragment: ProfileFieldsFragmentDoc, fragmentName: "ProfileFields", data: own });
    },
    { hasDataRouter: true, account: accountOf(signedInState("carla"), logIn && { logIn }).account },
  );
  const answer = (data: object) =>
    act(async () => {
      sent.at(-1)?.next(data);
      await Promise.resolve();
    });
  const answerSaved = () =>
    answer({
      saveRecoveryCodes: {
        __typename: "SaveRecoveryCodesPayload",
        profile: { ...own, hasSecondFactor: true, recoveryCodesLeft: 10 },
      },
    });
  const setUp = async () => {
    await userEvent.click(screen.getByRole("button", { name: /^(Enable two-step login|Start again)$/ }));
    await answer({
      startSecondFactor: { __typename: "StartSecondFactorPayload", secret: "S", qrCode: "data:image/png;base64," },
    });
    const confirm = await screen.findByRole("button", { name: "Confirm" });
    expect(confirm.closest("form")).toHaveFocus();
    await userEvent.click(confirm);
    await answer({
      confirmSecondFactor: {
        __typename: "ConfirmSecondFactorPayload",
        recoveryCodes: ["one-code", "two-code"],
        recoveryCodesId: "codes-1",
      },
    });
    await screen.findByText("one-code");
  };
  return { sent, answer, answerSaved, setUp, ...view };
}

const save = () => userEvent.click(screen.getByRole("button", { name: "I have saved them" }));
const unload = () => window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
const offText = /^Protect your account/;

test("offers the recovery codes to be copied, downloaded and printed, and is on when the user has saved them", async () => {
  const print = jest.spyOn(window, "print").mockImplementation(() => undefined);
  const user = userEvent.setup();
  const { sent, setUp, answerSaved } = showCached(false);
  await setUp();
  // The pressed buttons no longer exist.
  expect(screen.getByText("one-code").closest("[tabindex]")).toHaveFocus();
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
  expect(unload()).toBe(false);
  await user.click(screen.getByRole("link", { name: "Elsewhere" }));
  expect(leave).toHaveBeenCalledWith(expect.stringContaining("not shown again"));
  await save();
  expect(sent.at(-1)).toMatchObject({
    name: "SaveRecoveryCodes",
    variables: { input: { recoveryCodesId: "codes-1" } },
  });
  expect(unload()).toBe(true);
  await answerSaved();
  expect(await screen.findByRole("status")).toHaveTextContent("Two-step login is on");
  expect(screen.queryByText("one-code")).not.toBeInTheDocument();
  expect(document.activeElement).toHaveTextContent(/You have 10 recovery codes left\./);
});

test("is off until the recovery codes are saved, also after the page was left", async () => {
  const logIn = jest.fn(() => Promise.resolve());
  const first = showCached(false, logIn);
  await first.setUp();
  await save();
  await act(async () => {
    first.sent
      .at(-1)
      ?.fail(
        new CombinedGraphQLErrors({ errors: [{ message: "No.", extensions: { code: "RECENT_LOGIN_REQUIRED" } }] }),
      );
    await Promise.resolve();
  });
  await userEvent.click(await screen.findByRole("button", { name: "Log in again" }));
  expect(logIn).toHaveBeenCalledWith("/#second-factor", 300);
  first.unmount();

  const { answerSaved, sent } = showCached(false);
  expect(screen.getByText(offText)).toBeInTheDocument();
  expect(screen.getByText(/^Two-step login is not on yet/)).toBeInTheDocument();
  expect(unload()).toBe(true);
  await save();
  expect(sent.at(-1)?.variables).toEqual({ input: { recoveryCodesId: "codes-1" } });
  await answerSaved();
  expect(await screen.findByRole("status")).toHaveTextContent("Two-step login is on");
  expect(screen.queryByText(/is not on yet/)).not.toBeInTheDocument();
});

test("starts again in place of recovery codes that were replaced", async () => {
  const first = showCached(false);
  await first.setUp();
  first.unmount();
  const { answer, setUp } = showCached(false);
  await save();
  await answer({ saveRecoveryCodes: { __typename: "SaveRecoveryCodesPayload", profile: null } });
  expect(await screen.findByRole("alert")).toHaveTextContent("replaced by others");
  expect(screen.getByText(offText)).toBeInTheDocument();
  expect(screen.queryByText(/is not on yet/)).not.toBeInTheDocument();
  await setUp();
  expect(screen.queryByRole("alert")?.textContent ?? "").toBe("");
});

test("creates new recovery codes, which replace the others when they are saved", async () => {
  const { answer, answerSaved, sent } = showCached(true);
  expect(screen.getByText("You have 3 recovery codes left.")).toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "New recovery codes" }));
  await answer({
    createRecoveryCodes: {
      __typename: "CreateRecoveryCodesPayload",
      recoveryCodes: ["new-code"],
      recoveryCodesId: "codes-2",
    },
  });
  const code = await screen.findByText("new-code");
  expect(code.closest("[tabindex]")).toHaveFocus();
  expect(screen.getByText(/Your present codes stay valid/)).toBeInTheDocument();
  expect(unload()).toBe(false);
  await save();
  expect(sent.at(-1)?.variables).toEqual({ input: { recoveryCodesId: "codes-2" } });
  await answerSaved();
  expect(await screen.findByText("You have 10 recovery codes left.")).toBeInTheDocument();
  expect(document.activeElement).toHaveTextContent(/saved recovery codes are valid/);
});

test("offers no new recovery codes for an account that is managed internally", () => {
  renderWithGraph(
    <GraphProvider>
      <SecondFactor
        profile={{ ...profile, isManagedInternally: true, hasSecondFactor: true, recoveryCodesLeft: 3 }}
        codeFields={[]}
      />
    </GraphProvider>,
  );
  expect(screen.getByText("You have 3 recovery codes left.")).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "New recovery codes" })).not.toBeInTheDocument();
});
