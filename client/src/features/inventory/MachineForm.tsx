import { type ReactNode, useState } from "react";
import { useIntl } from "react-intl";
import { Button, type ButtonProps } from "~/ui/button/Button";
import { Dialog } from "~/ui/dialog/Dialog";
import { FlashMessage } from "~/ui/flash/FlashMessage";
import { DialogForm } from "~/ui/form/DialogForm";

/** Why a machine was not changed: it was refused, or the request failed. */
export type MachineFailure = "inventory.add.refused" | "machine.failed";

export interface MachineFormProps extends Pick<ButtonProps, "variant" | "size" | "icon"> {
  title: string;
  /** Submits the form; resolves to undefined on success. */
  submit: (form: FormData) => Promise<MachineFailure | undefined>;
  children: ReactNode;
}

/** A button that opens a dialog with a form that adds or changes a machine. */
export function MachineForm({ title, submit, children, ...button }: MachineFormProps) {
  const { formatMessage } = useIntl();
  const [isOpen, setOpen] = useState(false);
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<MachineFailure>();
  const send = async (form: HTMLFormElement) => {
    setFailure(undefined);
    setSending(true);
    const failed = await submit(new FormData(form));
    setSending(false);
    setFailure(failed);
    if (!failed) setOpen(false);
  };
  return (
    <>
      <Button {...button} onClick={() => setOpen(true)}>
        {title}
      </Button>
      <Dialog open={isOpen} title={title} onClose={() => setOpen(false)}>
        <DialogForm
          submit={title}
          isSending={isSending}
          onSubmit={(form) => void send(form)}
          onClose={() => setOpen(false)}
        >
          {children}
          {failure && <FlashMessage flash={{ type: "error", static: true, text: formatMessage({ id: failure }) }} />}
        </DialogForm>
      </Dialog>
    </>
  );
}
