import { createRoot, type Root } from "react-dom/client";
import { loadTexts, textsOf } from "~/i18n/textBundles";
import { Texts } from "~/i18n/Texts";
import { documentLocale } from "~/lib/document/documentLocale";
import { isEditorMessage, postToEditor } from "~/lib/preview/previewMessage";
import { ProvenanceCard } from "./ProvenanceCard";
import { isWebUrl } from "~/lib/preview/provenance";
import { findAllShownValues, type ShownValue, findShownValue, type ValueIndex } from "./provenance";

/** The original tabindex attributes of elements that were made focusable. */
type Focusable = Map<HTMLElement, string | null>;

/**
 * The inspector: shows the provenance of the element that is pointed at or focused in the preview. The editor area,
 * Alt+I and Escape switch it on and off. While it is on, links and buttons of the page are disabled: a click or Enter
 * opens the field of the element in its system (PROV-12).
 */
export class Inspector {
  private isOn = false;
  private values: ValueIndex | undefined;
  private isUnavailable = false;
  /** The number of loads that were started: only the last one counts. */
  private loads = 0;
  private shown: ShownValue | undefined;
  /** The element that was last pointed at or focused. */
  private target: EventTarget | null = null;
  /** The last position of the pointer in the window. */
  private pointer: { x: number; y: number } | undefined;
  /** A clicked element stays selected, so that the pointer can move to the card. */
  private isPinned = false;
  /** The card is at the top of the window, where it does not cover the element. */
  private isTop = false;
  private card: { root: Root; element: HTMLElement } | undefined;
  private readonly focusable: Focusable = new Map();

  constructor(private readonly loadValues: () => Promise<ValueIndex>) {
    window.addEventListener("message", ({ origin, source, data }) => {
      if (origin !== window.location.origin || source !== window.parent) return;
      if (isEditorMessage(data) && data.type === "inspect") void this.toggle(data.isOn);
    });
    document.addEventListener("keydown", (event) => {
      // Links and buttons have a click for it.
      if (event.key === "Enter" && event.target instanceof HTMLElement && this.focusable.has(event.target)) {
        event.preventDefault();
        this.select(event.target);
        return;
      }
      const isToggle = event.altKey && event.code === "KeyI";
      if (!isToggle && !(this.isOn && event.key === "Escape")) return;
      event.preventDefault();
      void this.toggle(isToggle && !this.isOn);
    });
    document.addEventListener("pointerover", ({ target, clientX, clientY }) => {
      this.pointer = { x: clientX, y: clientY };
      if (this.isPinned || this.isOfCard(target)) return;
      this.target = target;
      this.show(target);
    });
    document.addEventListener("focusin", ({ target }) => {
      if (this.isOfCard(target)) return;
      this.target = target;
      this.show(target);
    });
    document.addEventListener("scroll", () => this.render(), { capture: true, passive: true });
    document.addEventListener(
      "click",
      (event) => {
        if (!this.isOn || this.isOfCard(event.target)) return;
        event.preventDefault();
        event.stopPropagation();
        this.select(event.target);
      },
      { capture: true },
    );
  }

  /** Keeps showing the value of an element, and opens its field where it is edited. */
  private select(target: EventTarget | null) {
    this.target = target;
    this.show(target);
    this.isPinned = this.shown !== undefined;
    const isShown = target instanceof Node && this.shown?.element.contains(target);
    const url = isShown && this.shown?.provenance.editUrl;
    if (url && isWebUrl(url)) window.open(url, "_blank", "noopener");
  }

  /** Reloads the values of a page that has changed. The card keeps showing the element that is pointed at. */
  async reload(): Promise<void> {
    if (!this.isOn) return;
    if (!this.shown?.element.isConnected) this.clear();
    this.render();
    await this.load();
  }

  /** Removes the shown value and the values of the page. */
  private clear() {
    this.shown = undefined;
    this.isPinned = false;
    this.values = undefined;
    this.release();
  }

  private async toggle(isOn: boolean): Promise<void> {
    if (isOn === this.isOn) return;
    this.isOn = isOn;
    postToEditor({ type: "inspecting", isOn });
    if (isOn) {
      await this.load();
      return;
    }
    this.clear();
    this.card?.root.unmount();
    this.card?.element.remove();
    this.card = undefined;
  }

  private async load(): Promise<void> {
    const load = ++this.loads;
    const isCurrent = () => this.isOn && load === this.loads;
    try {
      const [values] = await Promise.all([this.loadValues(), loadTexts(documentLocale(), "editor")]);
      if (!isCurrent()) return;
      this.values = values;
      this.isUnavailable = false;
      this.release();
      this.makeFocusable(findAllShownValues(values));
      this.showAgain();
      if (!this.shown) this.isPinned = false;
    } catch (error) {
      console.warn("The provenance of the values cannot be loaded.", error);
      if (!isCurrent()) return;
      this.clear();
      this.isUnavailable = true;
    }
    this.render();
  }

  /** The element to show after the page has changed: React may have replaced the element that was pointed at. */
  private currentTarget(): EventTarget | null {
    if (this.target instanceof Node && this.target.isConnected) return this.target;
    return this.pointer ? document.elementFromPoint(this.pointer.x, this.pointer.y) : null;
  }

  private makeFocusable(all: readonly ShownValue[]) {
    for (const { element } of all) {
      if (element.closest("a[href], button, summary, input, select, textarea")) continue;
      this.focusable.set(element, element.getAttribute("tabindex"));
      element.tabIndex = 0;
    }
  }

  private release() {
    for (const [element, before] of this.focusable) {
      if (before === null) element.removeAttribute("tabindex");
      else element.setAttribute("tabindex", before);
    }
    this.focusable.clear();
  }

  private isOfCard(target: EventTarget | null): boolean {
    return target instanceof Node && this.card?.element.contains(target) === true;
  }

  private show(target: EventTarget | null) {
    if (!this.isOn || !this.values || !(target instanceof Element) || this.isOfCard(target)) return;
    const inner = target.matches("a, button, summary") ? (target.querySelector("img") ?? target) : target;
    const shown = findShownValue(target, this.values) ?? findShownValue(inner, this.values);
    if (!shown || shown.element === this.shown?.element) return;
    this.shown = shown;
    const card = this.card?.element.querySelector("section")?.getBoundingClientRect();
    if (card && overlap(card, shown.element.getBoundingClientRect())) this.isTop = !this.isTop;
    this.render();
  }

  /** Shows the value at the same place again, after the page or the values have changed. */
  private showAgain() {
    this.shown = undefined;
    this.show(this.currentTarget());
  }

  private render() {
    if (!this.isOn) return;
    if (!this.card) {
      const element = document.body.appendChild(document.createElement("div"));
      this.card = { element, root: createRoot(element) };
    }
    const locale = documentLocale();
    this.card.root.render(
      <Texts locale={locale} messages={textsOf(locale)}>
        <ProvenanceCard
          shown={this.shown}
          isTop={this.isTop}
          isUnavailable={this.isUnavailable}
          onClose={() => void this.toggle(false)}
        />
      </Texts>,
    );
  }
}

function overlap(a: DOMRect, b: DOMRect): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}
