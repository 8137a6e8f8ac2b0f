import { useState } from "react";
import { useIntl } from "react-intl";
import type { FormFieldViewNormalizedFragment } from "~/graph/generated/graphql";
import { Dialog } from "~/ui/dialog/Dialog";
import { DialogForm } from "~/ui/form/DialogForm";
import { FormField } from "~/ui/form/FormField";
import { denialTexts } from "./denialTexts";

export interface DenyAllDialogProps {
  /** The name of the user. */
  name: string;
  /** The names of the requested applications. */
  applications: readonly string[];
  denialFields: readonly FormFieldViewNormalizedFragment[];
  onClose: () => void;
  onDeny: (reason: string) => void;
}

/** Asks for the reason for which all requests of a user are denied. */
export function DenyAllDialog({ name, applications, denialFields, onClose, onDeny }: DenyAllDialogProps) {
  const { formatMessage, formatList } = useIntl();
  const [reason, setReason] = useState("");
  const title = formatMessage({ id: "users.denyAll" }, { count: applications.length });
  return (
    <Dialog open title={title} onClose={onClose}>
      <DialogForm submit={title} isDestructive onSubmit={() => onDeny(reason)} onClose={onClose}>
        <p>{formatMessage({ id: "users.denyAll.lead" }, { name, applications: formatList(applications) })}</p>
        {denialFields.map((field) => (
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
