import { useIntl } from "react-intl";
import { ButtonLink } from "~/ui/button/Button";
import { RecordPage } from "~/ui/record/RecordPage";
import { ActionNotice, type Notice } from "./ActionNotice";
import { useUserAction } from "./useUserAction";

export interface GoneUserProps {
  /** The result of the action after which the administrator can no longer see the user. */
  notice: Notice;
  /** The list of users. */
  usersUrl: string;
  onNotice: (notice: Notice) => void;
  /** Called after an undo: reloads the page, which shows the user again. */
  onChanged: () => Promise<void>;
}

/** Replaces the page of a user whom the administrator deleted or removed, with the result and its undo (USER-30). */
export function GoneUser({ notice, usersUrl, onNotice, onChanged }: GoneUserProps) {
  const { formatMessage } = useIntl();
  const { undo } = useUserAction();
  const undoAction = async (id: string) => {
    const result = await undo(id);
    // Reloads first: the user is shown again.
    if (!result.code) await onChanged();
    onNotice({ isUndo: true, name: notice.name, user: null, ...result });
  };
  return (
    <RecordPage title={notice.name} notice={<ActionNotice notice={notice} onUndo={(id) => void undoAction(id)} />}>
      <p>
        <ButtonLink target={{ kind: "ROUTE", url: usersUrl }}>{formatMessage({ id: "users.all" })}</ButtonLink>
      </p>
    </RecordPage>
  );
}
