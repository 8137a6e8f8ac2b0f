/**
 * Keeps the last click on a button that nothing handles yet: on a slow device visitors press one before the app has
 * hydrated. The returned function clicks it again, once. Links and forms work without scripts and are left alone.
 */
export function keepEarlyClick(): () => void {
  let pressed: HTMLElement | null = null;
  const keep = ({ target }: MouseEvent) => {
    pressed = target instanceof Element ? target.closest<HTMLElement>("button[type=button]") : null;
  };
  document.addEventListener("click", keep, true);
  return () => {
    document.removeEventListener("click", keep, true);
    if (pressed?.isConnected) pressed.click();
  };
}
