// Rules: USER-30.

import { screen } from "@testing-library/react";
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
};

test.each(Object.entries(titles))("has a title for the success and the failure of %s", (action, [done, failed]) => {
  const notice = { action: action as UserAction, name: "Ada" };
  const { unmount } = renderUi(<ActionNotice notice={notice} onUndo={() => undefined} />);
  expect(screen.getByText(done)).toBeInTheDocument();
  unmount();
  renderUi(<ActionNotice notice={{ ...notice, code: "FORBIDDEN" }} onUndo={() => undefined} />);
  expect(screen.getByText(failed)).toBeInTheDocument();
});
