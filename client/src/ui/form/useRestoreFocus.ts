import { type RefObject, useEffect, useRef } from "react";

/** Restores the focus of a button that was disabled during a request: the browser removes the focus then. */
export function useRestoreFocus(isSending: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  const wasSending = useRef(false);
  useEffect(() => {
    if (wasSending.current && !isSending && document.activeElement === document.body) button.current?.focus();
    wasSending.current = isSending;
  }, [isSending]);
  return button;
}
