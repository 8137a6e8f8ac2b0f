/** The elements that may get the focus of one that is removed: parts of a page that have a meaning of their own. */
const parts = "main, section, article, aside, nav, header, footer, form, fieldset, dialog, li, tr, [role], [tabindex]";
const hiddenParts = "[hidden], dialog:not([open])";

/** The element that got the focus of a removed one. */
let standIn: Element | undefined;

/** The element that has the focus; undefined for none. */
const focusedElement = () => (document.activeElement === document.body ? undefined : document.activeElement);

/** Whether no control has the focus: that of a removed element is at the part of the page around it, or nowhere. */
export function isFocusLost(): boolean {
  const element = focusedElement();
  return !element || element === standIn;
}

/**
 * Keeps the place of the focus in the page when the focused element is removed or hidden, for example a button that
 * disappears when it is pressed: the part of the page around it gets the focus. Without this, the body would have it,
 * and users of a keyboard or a screen reader would be at the top of the page. Returns a function that ends this.
 */
export function keepFocus(): () => void {
  /** The element that had the focus last, and those around it. */
  let path: readonly Element[] = [];
  const remember = ({ target }: FocusEvent) => (path = pathOf(target as Element));
  // A click beside all controls leaves them on purpose.
  const forget = () => (path = []);
  const restore = () => {
    const element = focusedElement();
    if ((element && isShown(element)) || !path[0] || isShown(path[0])) return;
    const around = path.find((element) => isShown(element) && element.matches(parts));
    if (around instanceof HTMLElement) focusPart(around);
  };
  const observer = new MutationObserver(restore);
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ["hidden", "open"] });
  document.addEventListener("focusin", remember);
  document.addEventListener("pointerdown", forget, { capture: true });
  return () => {
    observer.disconnect();
    document.removeEventListener("focusin", remember);
    document.removeEventListener("pointerdown", forget, { capture: true });
  };
}

function pathOf(element: Element): Element[] {
  const path: Element[] = [];
  for (let at: Element | null = element; at; at = at.parentElement) path.push(at);
  return path;
}

const isShown = (element: Element) => element.isConnected && !element.closest(hiddenParts);

function focusPart(part: HTMLElement) {
  standIn = part;
  if (!part.hasAttribute("tabindex")) {
    part.tabIndex = -1;
    part.addEventListener("blur", () => part.removeAttribute("tabindex"), { once: true });
  }
  part.focus({ preventScroll: true });
}
