/** The buttons that need scripts: their click is repeated. */
const repeatable = "button[type=button]:not([popovertarget])";

/**
 * Remembers the last click on a button before hydration, which has no effect. Returns a function that repeats the
 * click; it is called after hydration. Links, forms and buttons of popovers work without scripts: no click is repeated.
 */
export function keepEarlyClick(): () => void {
  let pressedButton: HTMLElement | null = null;
  let isHydrated = false;
  // React listens below the document, and hydrates for a click if it can: then this click is handled already.
  const keep = ({ target }: MouseEvent) => {
    pressedButton = !isHydrated && target instanceof Element ? target.closest<HTMLElement>(repeatable) : null;
  };
  document.addEventListener("click", keep);
  return () => {
    isHydrated = true;
    setTimeout(() => {
      document.removeEventListener("click", keep);
      if (pressedButton?.isConnected) pressedButton.click();
    });
  };
}
