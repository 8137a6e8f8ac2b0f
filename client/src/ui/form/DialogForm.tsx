import type { SubmitEvent, ReactNode } from "react";
import { useIntl } from "react-intl";
import { Button } from "~/ui/button/Button";
import styles from "./DialogForm.module.css";

export interface DialogFormProps {
  /** The label of the submit button. */
  submit: string;
  isSending?: boolean;
  /** The submit button is secondary: another action comes first. */
  isMinor?: boolean;
  /** The form removes something. */
  isDestructive?: boolean;
  /** The label of the close button; "Cancel" by default. */
  close?: string;
  /** Buttons before the others. */
  actions?: ReactNode;
  onSubmit: (form: HTMLFormElement) => void;
  onClose: () => void;
  children: ReactNode;
}

/** A form in a dialog, with its buttons below. */
export function DialogForm({
  submit,
  isSending = false,
  isMinor = false,
  isDestructive = false,
  close,
  actions,
  onSubmit,
  onClose,
  children,
}: DialogFormProps) {
  const { formatMessage } = useIntl();
  const send = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isSending) onSubmit(event.currentTarget);
  };
  return (
    <form className={styles.form} onSubmit={send}>
      {children}
      <div className={styles.actions}>
        {actions}
        <Button
          type="submit"
          variant={isDestructive ? "danger" : isMinor ? "secondary" : "primary"}
          loading={isSending}
        >
          {submit}
        </Button>
        <Button variant="quiet" onClick={onClose} data-focus-safe="">
          {close ?? formatMessage({ id: "common.cancel" })}
        </Button>
      </div>
    </form>
  );
}
