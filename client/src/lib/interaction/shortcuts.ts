/** `localStorage` key: set if the user has switched single-key shortcuts off. */
const offKey = "strand-single-keys-off";

/** Whether shortcuts of a single key are on: people who dictate switch them off (WCAG 2.1.4). */
export function usesSingleKeys(): boolean {
  try {
    return localStorage.getItem(offKey) === null;
  } catch {
    return true;
  }
}

/** Switches shortcuts of a single key on or off, for this browser. */
export function setSingleKeys(isOn: boolean) {
  try {
    if (isOn) localStorage.removeItem(offKey);
    else localStorage.setItem(offKey, "true");
  } catch (error) {
    console.warn("The browser's storage cannot be written.", error);
  }
}

/** Whether a key is a shortcut: it is not typed into a field, and no dialog is open. */
export function isShortcut(event: KeyboardEvent): boolean {
  const { target, ctrlKey, metaKey, altKey, isComposing } = event;
  if (ctrlKey || metaKey || altKey || isComposing || event.defaultPrevented) return false;
  if (document.querySelector("dialog[open]")) return false;
  return !(
    target instanceof HTMLElement && target.closest("input:not([type=checkbox]), textarea, select, [contenteditable]")
  );
}
