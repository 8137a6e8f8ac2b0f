// Rules: USER-30.

import { act, fireEvent, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { UserAction } from "~/graph/generated/graphql";
import { renderUi } from "../../../test/renderUi";
import { ActionNotice } from "./ActionNotice";

/** The notice titles of each action on Ada, for success and failure. */
const titles: Readonly<Record<UserAction, readonly [string, string]>> = {
  INVITE: ["Ada was invited", "The invitation could not be sent"],
  ADD_APPLICATION: ["The application was added for Ada", "The application could not be added for Ada"],
  GRANT_ACCESS: ["Ada has access now", "Access could not be granted to Ada"],
  ACCEPT_REQUEST: ["The request of Ada was accepted", "The request of Ada could not be accepted"],
  DENY_REQUEST: ["The request of Ada was denied", "The request of Ada could not be denied"],
  EDIT_ACCESS: ["The access of Ada was changed", "The access of Ada could not be changed"],
  WITHDRAW_ACCESS: ["The access of Ada was withdrawn", "The access of Ada could not be withdrawn"],
  RESEND_INVITE: ["The invitation to Ada was sent again", "The invitation to Ada could not be sent again"],
  SEND_NEW_INVITE: ["A new invitation was sent to Ada", "A new invitation could not be sent to Ada"],
  ASSIGN_ORGANIZATION: ["Ada was added to the organization", "Ada could not be added to the organization"],
  REMOVE_ORGANIZATION: ["Ada was removed from the organization", "Ada could not be removed from the organization"],
  ASSIGN_ROLE: ["Ada is an administrator now", "Ada could not be made administrator"],
  REMOVE_ROLE: ["Ada is no longer an administrator", "The role of Ada could not be removed"],
  ACCEPT_MEMBERSHIP: ["Ada is a member now", "Ada could not be accepted"],
  DENY_MEMBERSHIP: ["The request of Ada was denied", "The request of Ada could not be denied"],
  DELETE_USER: ["Ada was deleted", "Ada could not be deleted"],
  RESET_SECOND_FACTOR: ["The two-step login of Ada was reset", "The two-step login of Ada could not be reset"],
  REQUEST_FACTOR_RESET: [
    "Another administrator was asked to confirm the reset for Ada",
    "The reset for Ada could not be asked for",
  ],
  CONFIRM_FACTOR_RESET: ["The two-step login of Ada was reset", "The two-step login of Ada could not be reset"],
  CANCEL_FACTOR_RESET: ["The two-step login of Ada stays as it is", "The reset for Ada could not be refused"],
};

test.each(Object.entries(titles))("has a title for the success and the failure of %s", (action, [done, failed]) => {
  const notice = { action: action as UserAction, name: "Ada" };
  const { unmount } = renderUi(<ActionNotice notice={notice} onUndo={() => undefined} />);
  expect(screen.getByText(done)).toBeInTheDocument();
  unmount();
  renderUi(<ActionNotice notice={{ ...notice, code: "FORBIDDEN" }} onUndo={() => undefined} />);
  expect(screen.getByText(failed)).toBeInTheDocument();
});

test("leads to a new login, if the action requires a recent one", () => {
  const notice = { action: "RESET_SECOND_FACTOR" as const, name: "Ada" };
  const { unmount } = renderUi(
    <ActionNotice notice={{ ...notice, code: "RECENT_LOGIN_REQUIRED" }} onUndo={() => undefined} />,
  );
  expect(screen.getByText(/please log in again before you do this/)).toBeInTheDocument();
  expect(screen.getByRole("button", { name: "Log in again" })).toBeInTheDocument();
  unmount();
  renderUi(<ActionNotice notice={{ ...notice, code: "FORBIDDEN" }} onUndo={() => undefined} />);
  expect(screen.queryByRole("button", { name: "Log in again" })).not.toBeInTheDocument();
});

const withdrawn = { action: "WITHDRAW_ACCESS" as const, name: "Ada", undo: "u-1" };

test("offers the undo for 30 seconds, and longer while it is hovered or focused", () => {
  jest.useFakeTimers();
  const onUndo = jest.fn();
  renderUi(<ActionNotice notice={withdrawn} onUndo={onUndo} />);
  const toast = screen.getByRole("status");
  const undo = () => screen.queryByRole("button", { name: "Undo Ada" });
  const pass = (seconds: number) => {
    for (let i = 0; i < seconds; i++) act(() => jest.advanceTimersByTime(1000));
  };
  expect(toast).toHaveTextContent("30s");
  pass(10);
  expect(toast).toHaveTextContent("20s");
  fireEvent.pointerEnter(toast);
  pass(100);
  fireEvent.pointerLeave(toast);
  pass(10);
  act(() => undo()?.focus());
  pass(100);
  expect(toast).toHaveTextContent("10s");
  act(() => undo()?.blur());
  pass(9);
  fireEvent.click(screen.getByRole("button", { name: "Undo Ada" }));
  expect(onUndo).toHaveBeenCalledWith("u-1");
  pass(1);
  expect(undo()).not.toBeInTheDocument();
  jest.useRealTimers();
});

test("keeps a failure until it is hidden", async () => {
  jest.useFakeTimers();
  renderUi(<ActionNotice notice={{ ...withdrawn, code: "FORBIDDEN" }} onUndo={() => undefined} />);
  for (let i = 0; i < 100; i++) act(() => jest.advanceTimersByTime(1000));
  expect(screen.getByRole("alert")).toHaveTextContent("The access of Ada could not be withdrawn");
  jest.useRealTimers();
  await userEvent.click(screen.getByRole("button", { name: /hide|close/i }));
  expect(screen.queryByRole("alert")).not.toBeInTheDocument();
});
