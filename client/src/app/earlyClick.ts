/** The buttons that need scripts. */
const repeated = "button[type=button]:not([popovertarget])";

/**
 * Keeps the last click on a button that React has not handled: on a slow device visitors press one before the app has
 * hydrated. The returned function, called once it has, clicks it again. Links, forms and buttons of popovers work
 * without scripts and are left alone.
 */
export function keepEarlyClick(): () => void {
  let pressed: HTMLElement | null = null;
  let isHydrated = false;
  // React listens below the document, and hydrates for a click if it can: then this click is handled already.
  const keep = ({ target }: MouseEvent) => {
    pressed = !isHydrated && target instanceof Element ? target.closest<HTMLElement>(repeated) : null;
  };
  document.addEventListener("click", keep);
  return () => {
    isHydrated = true;
    setTimeout(() => {
      document.removeEventListener("click", keep);
      if (pressed?.isConnected) pressed.click();
    });
  };
}
