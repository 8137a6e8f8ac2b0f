import { useState } from "react";
import { useIntl } from "react-intl";
import type { FormFieldViewNormalizedFragment } from "~/graph/generated/graphql";
import { Dialog } from "~/ui/dialog/Dialog";
import { DialogForm } from "~/ui/form/DialogForm";
import { FormField } from "~/ui/form/FormField";
import styles from "./BulkDialog.module.css";
import { type BulkChoice, usersOf } from "./bulkChoices";
import { denialTexts } from "./denialTexts";
import { useUserTexts } from "./userTexts";

interface BulkDialogProps {
  choice: BulkChoice;
  denialFields: readonly FormFieldViewNormalizedFragment[];
  onClose: () => void;
  /** Called with the reason of a denial; without one for other actions. */
  onConfirm: (reason?: string) => void;
}

/** Asks for confirmation of an action on several users, whom it names, or for the reason of a denial. */
export default function BulkDialog({ choice, denialFields, onClose, onConfirm }: BulkDialogProps) {
  const { formatMessage, formatList } = useIntl();
  const texts = useUserTexts();
  const [reason, setReason] = useState("");
  const { option, steps } = choice;
  const users = usersOf(choice);
  const isDenial = option.action === "DENY_REQUEST";
  const title = isDenial
    ? formatMessage({ id: "users.bulk.deny" }, { count: steps.length })
    : formatMessage({ id: "users.bulk.title" }, { action: texts.choice(option), count: users.length });
  return (
    <Dialog open title={title} onClose={onClose}>
      <DialogForm
        submit={title}
        isDestructive={option.isDestructive || isDenial}
        onSubmit={() => onConfirm(isDenial ? reason : undefined)}
        onClose={onClose}
      >
        <p>
          {isDenial
            ? formatMessage({ id: "users.bulk.deny.lead" }, { count: users.length })
            : formatMessage({ id: option.isDestructive ? "users.bulk.confirm" : "users.bulk.confirmRole" })}
        </p>
        <ul className={styles.users}>
          {users.map((user) => {
            const requested = steps.flatMap((step) =>
              step.user === user && isDenial && step.option.application
                ? [texts.application(step.option.application)]
                : [],
            );
            return (
              <li key={user.id}>
                <strong>{user.fullName || user.email}</strong>
                {requested.length > 0 && `: ${formatList(requested)}`}
              </li>
            );
          })}
        </ul>
        {isDenial &&
          denialFields.map((field) => (
            <FormField
              key={field.name}
              field={field}
              texts={denialTexts}
              value={reason}
              onChange={setReason}
              isInvalid={false}
            />
          ))}
      </DialogForm>
    </Dialog>
  );
}
