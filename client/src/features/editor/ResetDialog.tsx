import { useIntl } from "react-intl";
import { Dialog } from "~/ui/dialog/Dialog";
import { DialogForm } from "~/ui/form/DialogForm";

export interface ResetDialogProps {
  title: string;
  /** A description of the translations that would be reset. */
  lead: string;
  onClose: () => void;
  onConfirm: () => void;
}

/** Asks for confirmation before translations are reset, and lists what is lost (TRAN-9). */
export function ResetDialog({ title, lead, onClose, onConfirm }: ResetDialogProps) {
  const { formatMessage } = useIntl();
  return (
    <Dialog open title={title} onClose={onClose}>
      <DialogForm
        submit={formatMessage({ id: "editor.translation.RESET" })}
        onSubmit={() => {
          onClose();
          onConfirm();
        }}
        onClose={onClose}
      >
        <p>{lead}</p>
        <p>{formatMessage({ id: "editor.translation.loses" })}</p>
      </DialogForm>
    </Dialog>
  );
}
