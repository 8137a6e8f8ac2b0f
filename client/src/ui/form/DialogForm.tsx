import type { FormEvent, ReactNode } from "react";
import { useIntl } from "react-intl";
import { Button } from "~/ui/button/Button";
import { useFocusBack } from "./useFocusBack";
import styles from "./DialogForm.module.css";

export interface DialogFormProps {
  /** What the button that sends the form says. */
  submit: string;
  isSending?: boolean;
  /** Whether the form is sent by another button first. */
  isMinor?: boolean;
  /** What the button that closes the dialog says: Cancel, unless it is given. */
  close?: string;
  /** Buttons before the others. */
  actions?: ReactNode;
  onSubmit: (form: HTMLFormElement) => void;
  onClose: () => void;
  children: ReactNode;
}

/** The form in a dialog, with its buttons below. */
export function DialogForm({
  submit,
  isSending = false,
  isMinor = false,
  close,
  actions,
  onSubmit,
  onClose,
  children,
}: DialogFormProps) {
  const { formatMessage } = useIntl();
  const button = useFocusBack(isSending);
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isSending) onSubmit(event.currentTarget);
  };
  return (
    <form className={styles.form} onSubmit={send}>
      {children}
      <div className={styles.actions}>
        {actions}
        <Button ref={button} type="submit" variant={isMinor ? "secondary" : "primary"} loading={isSending}>
          {submit}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          {close ?? formatMessage({ id: "common.cancel" })}
        </Button>
      </div>
    </form>
  );
}
