import { type RefObject, useEffect, useRef } from "react";

/** Gives the focus back to a button that could not be pressed for a moment: the browser takes it away then. */
export function useFocusBack(isSending: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  const wasSending = useRef(false);
  useEffect(() => {
    if (wasSending.current && !isSending && document.activeElement === document.body) button.current?.focus();
    wasSending.current = isSending;
  }, [isSending]);
  return button;
}
