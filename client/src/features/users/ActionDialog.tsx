import { useState } from "react";
import { useIntl } from "react-intl";
import type {
  ArtemisUserType,
  FormFieldViewNormalizedFragment,
  UserAction,
  UserActionOptionFragment,
} from "~/graph/generated/graphql";
import { Dialog } from "~/ui/dialog/Dialog";
import { DialogForm } from "~/ui/form/DialogForm";
import { FormField } from "~/ui/form/FormField";
import { RadioGroup } from "~/ui/input/Choice";
import { denialTexts } from "./denialTexts";
import { useUserTexts } from "./userTexts";
import type { Change } from "./useUserAction";

/** The destructive actions, whose dialog says what is lost. */
const losses = ["WITHDRAW_ACCESS", "REMOVE_ORGANIZATION", "DELETE_USER", "REMOVE_ROLE"] as const;

/** The destructive actions on a second factor, which cannot be undone: the button names the user. */
const finalLosses = ["RESET_SECOND_FACTOR", "REQUEST_FACTOR_RESET", "CONFIRM_FACTOR_RESET"] as const;

const oneOf = <T extends UserAction>(all: readonly T[], action: UserAction) => all.find((one) => one === action);

/** Whether an action must be confirmed: it removes something, or gives the right to administer others. */
export function mustConfirm(option: UserActionOptionFragment): boolean {
  return option.isDestructive || option.action === "ASSIGN_ROLE";
}

/** Whether an action needs a dialog before it is run. */
export function needsDialog(option: UserActionOptionFragment): boolean {
  return mustConfirm(option) || option.action === "DENY_REQUEST" || option.action === "EDIT_ACCESS";
}

/** The input of the mutation for an action. */
export function changeOf({ action, application, organization, role }: UserActionOptionFragment): Change {
  return { action, application, organization: organization?.id ?? null, role };
}

export interface ActionDialogProps {
  /** The name of the user. */
  name: string;
  option: UserActionOptionFragment;
  denialFields: readonly FormFieldViewNormalizedFragment[];
  /** The current edition, for EDIT_ACCESS. */
  edition?: ArtemisUserType | undefined;
  onClose: () => void;
  onConfirm: (change: Change) => void;
}

/** Asks for confirmation of a destructive action, for the reason of a denial, or for the new values of an access. */
export function ActionDialog({ name, option, denialFields, edition, onClose, onConfirm }: ActionDialogProps) {
  const { formatMessage } = useIntl();
  const texts = useUserTexts();
  const [reason, setReason] = useState("");
  const { action, application, organization, role } = option;
  const loss = oneOf(losses, action);
  const finalLoss = oneOf(finalLosses, action);
  const subject = application ? texts.application(application) : organization?.name;
  const title = subject ? `${texts.action(action)}: ${subject}` : texts.action(action);

  const submit = (form: HTMLFormElement) => {
    const chosen = new FormData(form).get("edition");
    onConfirm({
      ...changeOf(option),
      ...(action === "DENY_REQUEST" ? { reason } : {}),
      ...(typeof chosen === "string" ? { edition: chosen as ArtemisUserType } : {}),
    });
  };
  return (
    <Dialog open title={title} onClose={onClose}>
      <DialogForm
        submit={
          finalLoss
            ? formatMessage({ id: `users.confirm.${finalLoss}` }, { name })
            : mustConfirm(option)
              ? `${texts.action(action)}: ${subject ?? name}`
              : texts.action(action)
        }
        isDestructive={option.isDestructive}
        onSubmit={submit}
        onClose={onClose}
      >
        {loss && (
          <p>
            {formatMessage(
              { id: `users.loses.${loss}` },
              {
                name,
                application: application ? texts.application(application) : "",
                organization: organization?.name ?? "",
              },
            )}{" "}
            {formatMessage({ id: "users.loses.undo" })}
          </p>
        )}
        {finalLoss && <p>{formatMessage({ id: `users.loses.${finalLoss}` }, { name })}</p>}
        {action === "ASSIGN_ROLE" && (
          <p>
            {formatMessage(
              { id: role === "INTERNAL" ? "users.gives.INTERNAL" : "users.gives.EXTERNAL" },
              { name, organization: organization?.name ?? "" },
            )}{" "}
            {formatMessage({ id: "users.loses.undo" })}
          </p>
        )}
        {action === "DENY_REQUEST" && (
          <>
            <p>{formatMessage({ id: "users.deny.lead" }, { name })}</p>
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
          </>
        )}
        {action === "EDIT_ACCESS" && (
          <RadioGroup
            name="edition"
            legend={formatMessage({ id: "users.edition" })}
            defaultValue={edition === "ONPREM" ? "ONPREM" : "CLOUD"}
            options={(["CLOUD", "ONPREM"] as const).map((value) => ({
              value,
              label: formatMessage({ id: `portal.userType.${value}` }),
            }))}
          />
        )}
      </DialogForm>
    </Dialog>
  );
}
