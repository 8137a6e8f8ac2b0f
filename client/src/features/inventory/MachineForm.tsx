import { type ReactNode, useState } from "react";
import { useIntl } from "react-intl";
import { Button, type ButtonProps } from "~/ui/button/Button";
import { Dialog } from "~/ui/dialog/Dialog";
import { FlashMessage } from "~/ui/flash/FlashMessage";
import { DialogForm } from "~/ui/form/DialogForm";
import { type FormState, useForm } from "~/ui/form/useForm";

/** Why a machine was not changed: it was refused, or the request failed. */
export type MachineFailure = "inventory.add.refused" | "machine.failed";

export interface MachineFormProps extends Pick<ButtonProps, "variant" | "size" | "icon"> {
  title: string;
  /** Submits the form, with the idempotency key of its values; resolves to undefined on success. */
  submit: (form: FormData, keyOf: FormState<MachineFailure>["keyOf"]) => Promise<MachineFailure | undefined>;
  children: ReactNode;
}

/** A button that opens a dialog with a form that adds or changes a machine. */
export function MachineForm({ title, submit, children, ...button }: MachineFormProps) {
  const { formatMessage } = useIntl();
  const [isOpen, setOpen] = useState(false);
  const form = useForm<MachineFailure>();
  const { failure } = form;
  const send = async (element: HTMLFormElement) => {
    if (await form.send(async () => ({ failure: await submit(new FormData(element), form.keyOf) }))) setOpen(false);
  };
  return (
    <>
      <Button {...button} onClick={() => setOpen(true)}>
        {title}
      </Button>
      <Dialog open={isOpen} title={title} onClose={() => setOpen(false)}>
        <DialogForm
          submit={title}
          isSending={form.isSending}
          onSubmit={(element) => void send(element)}
          onClose={() => setOpen(false)}
        >
          {children}
          {failure && <FlashMessage flash={{ type: "error", static: true, text: formatMessage({ id: failure }) }} />}
        </DialogForm>
      </Dialog>
    </>
  );
}
