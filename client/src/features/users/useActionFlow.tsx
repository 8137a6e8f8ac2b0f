import { type ReactNode, useState } from "react";
import type {
  ArtemisUserType,
  FormFieldViewNormalizedFragment,
  PortalService,
  UserActionOptionFragment,
} from "~/graph/generated/graphql";
import { ActionDialog, changeOf, needsDialog } from "./ActionDialog";
import type { Notice } from "./ActionNotice";
import { type Change, useUserAction } from "./useUserAction";

/** A user on whom actions are taken. */
export interface ActionUser {
  id: string;
  fullName: string;
  email: string;
  accesses: readonly {
    application: PortalService;
    organization: { id: string };
    edition?: ArtemisUserType;
  }[];
}

export interface ActionFlowProps {
  denialFields: readonly FormFieldViewNormalizedFragment[];
  onNotice: (notice: Notice | undefined) => void;
  /** Called after an action: reloads the page. */
  onChanged: () => Promise<void>;
}

export interface ActionFlow {
  /** Takes an action, after a question in a dialog if it needs one. */
  start: (user: ActionUser, option: UserActionOptionFragment) => void;
  /** Undoes an action on a user with this name. */
  undo: (name: string, id: string) => Promise<void>;
  isBusy: boolean;
  /** The dialog of the action; to be rendered. */
  dialog: ReactNode;
}

/** Takes actions on users, and reports the result of each. */
export function useActionFlow({ denialFields, onNotice, onChanged }: ActionFlowProps): ActionFlow {
  const { act, undo, isBusy } = useUserAction();
  const [pending, setPending] = useState<{ user: ActionUser; option: UserActionOptionFragment }>();
  const run = async (user: ActionUser, change: Change) => {
    setPending(undefined);
    onNotice(undefined);
    const result = await act(user.id, change);
    onNotice({ action: change.action, name: user.fullName || user.email, ...result });
    // Reloads the audit log, and pages of deleted users.
    if (!result.code || result.user === null) await onChanged();
  };
  return {
    isBusy,
    start: (user, option) => {
      if (needsDialog(option)) setPending({ user, option });
      else void run(user, changeOf(option));
    },
    undo: async (name, id) => {
      const result = await undo(id);
      onNotice({ isUndo: true, name, ...result });
      await onChanged();
    },
    dialog: pending && (
      <ActionDialog
        name={pending.user.fullName || pending.user.email}
        option={pending.option}
        denialFields={denialFields}
        edition={
          pending.user.accesses.find(
            ({ application, organization }) =>
              application === pending.option.application && organization.id === pending.option.organization?.id,
          )?.edition
        }
        onClose={() => setPending(undefined)}
        onConfirm={(change) => void run(pending.user, change)}
      />
    ),
  };
}
