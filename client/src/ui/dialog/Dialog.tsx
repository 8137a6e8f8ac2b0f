import { clsx } from "clsx";
import { type ReactNode, useEffect, useId, useRef } from "react";
import { useIntl } from "react-intl";
import { Button } from "~/ui/button/Button";
import { CloseIcon } from "~/ui/icon/icons";
import styles from "./Dialog.module.css";

export interface DialogProps {
  open: boolean;
  title: string;
  /** Called when the dialog was closed, by its button, by Escape or by a click beside it. */
  onClose: () => void;
  /** In the middle, at the top where what is below grows, along the right side, or over the whole window. */
  placement?: "center" | "top" | "side" | "full";
  footer?: ReactNode;
  children: ReactNode;
}

/** Asks or shows something above the page. The browser's own modal dialog: the focus stays inside and comes back. */
export function Dialog({ open, title, onClose, placement = "center", footer, children }: DialogProps) {
  const { formatMessage } = useIntl();
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useEffect(() => {
    if (!open) return;
    const opener = document.activeElement;
    return () => {
      // The browser gives the focus back when a dialog closes, and not when one that is open is taken out of the page.
      if (document.activeElement === document.body && opener instanceof HTMLElement) opener.focus();
    };
  }, [open]);

  useEffect(() => {
    const dialog = ref.current;
    if (!dialog || dialog.open === open) return;
    if (!open) {
      dialog.close();
      return;
    }
    dialog.showModal();
    // What asks for it comes before the button that closes.
    dialog.querySelector<HTMLElement>("[data-focus-first]")?.focus();
  }, [open]);

  return (
    // A click on the dialog itself is one beside its content; Escape does the same by keyboard.
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={ref}
      className={clsx(styles.dialog, styles[placement])}
      // What fills the window is what is printed, without the page below it.
      data-print-alone={placement === "full" || undefined}
      aria-labelledby={titleId}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === event.currentTarget) event.currentTarget.close();
      }}
    >
      <div className={styles.panel}>
        <header className={styles.header}>
          <h2 id={titleId} className={styles.title}>
            {title}
          </h2>
          <Button
            variant="quiet"
            aria-label={formatMessage({ id: "common.close" })}
            icon={<CloseIcon />}
            onClick={() => ref.current?.close()}
          />
        </header>
        <div className={styles.body}>{children}</div>
        {footer && <footer className={styles.footer}>{footer}</footer>}
      </div>
    </dialog>
  );
}
