import type { Provenance } from "~/lib/preview/provenance";
import { findAllShownValues, type ShownValue, type ValueIndex } from "./provenance";

/** The protocol version of Hygraph's preview SDK. */
const sdkVersion = "2.0.0";

type ComponentChain = Provenance["components"];

/** A value that an editor has entered in Studio and not saved yet. */
interface FieldUpdate {
  entryId: string;
  fieldApiId: string;
  componentChain?: ComponentChain;
  /** Hygraph's name of the field type, such as `STRING` or `RICHTEXT`. */
  fieldType: string;
  newValue: unknown;
}

/** Messages of Hygraph Studio that the bridge handles. */
type StudioMessage =
  | { type: "init"; studioOrigin: string; timestamp: number }
  | { type: "field-focus"; entryId: string; fieldApiId: string; componentChain?: ComponentChain; timestamp: number }
  | ({ type: "field-update"; timestamp: number } & FieldUpdate)
  | { type: "content-saved"; entryId: string; timestamp: number }
  | { type: "disconnect"; timestamp: number };

const attributes = [
  "data-hygraph-entry-id",
  "data-hygraph-field-api-id",
  "data-hygraph-field-locale",
  "data-hygraph-component-chain",
] as const;

/**
 * Implements Click to Edit and Live Preview of Hygraph Studio in its frame: elements get Hygraph's attributes, a double
 * click opens the field in Studio, the element of a focused field is scrolled into view, unsaved texts are shown while
 * they are entered, and saving reloads the page.
 */
export class StudioBridge {
  /** The origin of the connected Studio; undefined before it connects. */
  private studio: string | undefined;
  /** The marked elements with their values. */
  private marked: readonly ShownValue[] = [];

  constructor(
    private readonly origins: readonly string[],
    private readonly urlOf: () => string,
    private readonly loadValues: () => Promise<ValueIndex>,
  ) {
    window.addEventListener("message", ({ origin, source, data }) => {
      if (source !== window.parent || !origins.includes(origin) || !isStudioMessage(data)) return;
      this.handleMessage(origin, data);
    });
    document.addEventListener("dblclick", ({ target }) => this.click(target));
    void this.mark();
  }

  /** Marks the elements of the page and reports to Studio that it is ready. */
  async mark(): Promise<void> {
    const url = this.urlOf();
    try {
      const values = await this.loadValues();
      if (url !== this.urlOf()) return;
      for (const element of document.querySelectorAll(`[${attributes[0]}]`))
        for (const name of attributes) element.removeAttribute(name);
      this.marked = findAllShownValues(values);
      for (const { element, provenance } of this.marked) markElement(element, provenance);
    } catch (error) {
      console.warn("The elements of the page cannot be marked for Studio.", error);
    }
    const capabilities = { fieldFocusSync: true, fieldUpdateSync: true, richTextFormatPreferences: {} };
    const ready = { type: "ready", sdkVersion, capabilities, timestamp: Date.now() };
    for (const origin of this.origins) window.parent.postMessage(ready, origin);
  }

  private handleMessage(origin: string, message: StudioMessage) {
    switch (message.type) {
      case "init":
        this.studio = origin;
        return;
      case "disconnect":
        this.studio = undefined;
        return;
      case "content-saved":
        window.location.reload();
        return;
      case "field-focus":
        this.focus(message);
        return;
      case "field-update":
        this.update(message);
    }
  }

  /**
   * Shows an unsaved text. The server transforms other types of fields, such as rich text, dates and numbers: they, and
   * fields with several texts, are shown once they are saved.
   */
  private update({ entryId, fieldApiId, componentChain, fieldType, newValue }: FieldUpdate) {
    if (fieldType !== "STRING" || typeof newValue !== "string") return;
    for (const { element, provenance } of this.marked) {
      const { system, record, field, components } = provenance;
      if (system !== "cms" || record !== entryId || field !== fieldApiId) continue;
      if (!isSameChain(components, componentChain)) continue;
      // React keeps references to its text nodes: they must not be replaced.
      const [text, ...others] = element.childNodes;
      if (text instanceof Text && others.length === 0) text.data = newValue;
    }
  }

  private focus({ entryId, fieldApiId, componentChain }: StudioMessage & { type: "field-focus" }) {
    const chain = componentChain?.length ? JSON.stringify(componentChain) : null;
    const fields = document.querySelectorAll(
      `[data-hygraph-entry-id="${CSS.escape(entryId)}"][data-hygraph-field-api-id="${CSS.escape(fieldApiId)}"]`,
    );
    const field = [...fields].find((element) => element.getAttribute("data-hygraph-component-chain") === chain);
    field?.scrollIntoView({ block: "center" });
  }

  private click(target: EventTarget | null) {
    const element = target instanceof Element && target.closest("[data-hygraph-entry-id]");
    if (!element || !this.studio) return;
    const chain = element.getAttribute("data-hygraph-component-chain");
    const message = {
      type: "field-click",
      entryId: element.getAttribute("data-hygraph-entry-id"),
      fieldApiId: element.getAttribute("data-hygraph-field-api-id"),
      ...(chain && { componentChain: JSON.parse(chain) as ComponentChain }),
      timestamp: Date.now(),
    };
    window.parent.postMessage(message, this.studio);
  }
}

function isSameChain(chain: ComponentChain = [], other: ComponentChain = []): boolean {
  return (
    chain.length === other.length &&
    chain.every(({ fieldApiId, instanceId }, i) => {
      const link = other[i];
      return link?.fieldApiId === fieldApiId && link.instanceId === instanceId;
    })
  );
}

function markElement(element: HTMLElement, { system, record, field, foundLocale, components }: Provenance) {
  if (system !== "cms" || !record) return;
  element.setAttribute("data-hygraph-entry-id", record);
  element.setAttribute("data-hygraph-field-api-id", field.split(/[.[]/, 1)[0] ?? field);
  if (foundLocale) element.setAttribute("data-hygraph-field-locale", foundLocale);
  if (components?.length) element.setAttribute("data-hygraph-component-chain", JSON.stringify(components));
}

function isStudioMessage(data: unknown): data is StudioMessage {
  const { type, timestamp, entryId, fieldApiId, componentChain } = (data ?? {}) as Record<string, unknown>;
  if (typeof timestamp !== "number") return false;
  switch (type) {
    case "init":
    case "disconnect":
      return true;
    case "content-saved":
      return typeof entryId === "string";
    case "field-focus":
    case "field-update":
      return (
        typeof entryId === "string" &&
        typeof fieldApiId === "string" &&
        (componentChain === undefined || Array.isArray(componentChain))
      );
    default:
      return false;
  }
}
