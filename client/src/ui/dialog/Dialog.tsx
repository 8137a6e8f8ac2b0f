import { clsx } from "clsx";
import { type ReactNode, useEffect, useId, useRef } from "react";
import { useIntl } from "react-intl";
import { isFocusLost } from "~/lib/interaction/keepFocus";
import { Button } from "~/ui/button/Button";
import { CloseIcon } from "~/ui/icon/iconSet";
import styles from "./Dialog.module.css";

export interface DialogProps {
  open: boolean;
  title: string;
  /**
   * Called when the dialog was closed by its button, Escape or a click outside. Without it, the dialog requires one of
   * its own actions and hides the page.
   */
  onClose?: (() => void) | undefined;
  /** Centered, at the top (for growing content), at the right side, or over the whole window. */
  placement?: "center" | "top" | "side" | "full";
  footer?: ReactNode;
  children: ReactNode;
}

/**
 * The control that has the focus when a dialog opens, instead of the close button: one that requests it, the first
 * field, a button that changes nothing, or the first button or link.
 */
function firstControl(dialog: HTMLElement): HTMLElement | undefined {
  const find = (selector: string) => dialog.querySelector<HTMLElement>(selector);
  const field = find(":is(input, select, textarea):not(:disabled, [type=hidden], [type=file])");
  const chosen = field?.matches("[type=radio]") && find("[type=radio]:checked");
  return (
    find("[data-focus-first]") ??
    (chosen || field) ??
    find("[data-focus-safe]") ??
    find(`:is(.${styles.body}, .${styles.footer}) :is(a[href], button)`) ??
    undefined
  );
}

/** A dialog above the page. Uses the native modal dialog: the focus stays inside and returns afterwards. */
export function Dialog({ open, title, onClose, placement = "center", footer, children }: DialogProps) {
  const { formatMessage } = useIntl();
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useEffect(() => {
    if (!open) return;
    const opener = document.activeElement;
    return () => {
      // The browser restores the focus when a dialog closes, but not when an open one is unmounted.
      if (isFocusLost() && opener instanceof HTMLElement) opener.focus();
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
    // What precedes a control, such as the text of a licence, stays in view.
    firstControl(dialog)?.focus({ preventScroll: true });
  }, [open]);

  return (
    // A click on the dialog element itself is outside of its content; Escape does the same by keyboard.
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={ref}
      className={clsx(styles.dialog, styles[placement], !onClose && styles.required)}
      closedby={onClose ? undefined : "none"}
      // A full-window dialog is printed alone, without the page below it.
      data-print-alone={placement === "full" || undefined}
      aria-labelledby={titleId}
      // Browsers without `closedby` close it on Escape.
      onCancel={(event) => {
        if (!onClose) event.preventDefault();
      }}
      onClose={onClose ?? (() => ref.current?.showModal())}
      onClick={(event) => {
        if (onClose && event.target === event.currentTarget) event.currentTarget.close();
      }}
    >
      <div className={styles.panel}>
        <header className={styles.header}>
          <h2 id={titleId} className={styles.title}>
            {title}
          </h2>
          {onClose && (
            <Button
              variant="quiet"
              aria-label={formatMessage({ id: "common.close" })}
              icon={<CloseIcon />}
              onClick={() => ref.current?.close()}
            />
          )}
        </header>
        <div className={styles.body}>{children}</div>
        {footer && <footer className={styles.footer}>{footer}</footer>}
      </div>
    </dialog>
  );
}
