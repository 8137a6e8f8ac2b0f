import { allShown, loadValues, type Provenance } from "./provenance";

/** The version of the messages that are spoken here: that of Hygraph's preview SDK. */
const sdkVersion = "2.0.0";

type ComponentChain = Provenance["components"];

/** Messages of Hygraph Studio that are answered here. */
type StudioMessage =
  | { type: "init"; studioOrigin: string; timestamp: number }
  | { type: "field-focus"; entryId: string; fieldApiId: string; componentChain?: ComponentChain; timestamp: number }
  | { type: "content-saved"; entryId: string; timestamp: number }
  | { type: "disconnect"; timestamp: number };

const attributes = [
  "data-hygraph-entry-id",
  "data-hygraph-field-api-id",
  "data-hygraph-field-locale",
  "data-hygraph-component-chain",
] as const;

/**
 * Makes Click to Edit and Live Preview of Hygraph Studio work in its frame: elements get Hygraph's attributes, a double
 * click opens the field in Studio, what Studio focuses is scrolled to, and what it saves is shown.
 */
export class StudioBridge {
  /** The origin that has connected; undefined before. */
  private studio: string | undefined;

  constructor(
    private readonly origins: readonly string[],
    private readonly addressOf: () => string,
  ) {
    window.addEventListener("message", ({ origin, source, data }) => {
      if (source !== window.parent || !origins.includes(origin) || !isStudioMessage(data)) return;
      this.hear(origin, data);
    });
    document.addEventListener("dblclick", ({ target }) => this.click(target));
    void this.mark();
  }

  /** Marks the elements of the page, and says that they are marked. */
  async mark(): Promise<void> {
    const url = this.addressOf();
    try {
      const values = await loadValues(url);
      if (url !== this.addressOf()) return;
      for (const element of document.querySelectorAll(`[${attributes[0]}]`))
        for (const name of attributes) element.removeAttribute(name);
      for (const { element, provenance } of allShown(values)) markElement(element, provenance);
    } catch (error) {
      console.warn("The elements of the page cannot be marked for Studio.", error);
    }
    const capabilities = { fieldFocusSync: true, fieldUpdateSync: false, richTextFormatPreferences: {} };
    const ready = { type: "ready", sdkVersion, capabilities, timestamp: Date.now() };
    for (const origin of this.origins) window.parent.postMessage(ready, origin);
  }

  private hear(origin: string, message: StudioMessage) {
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

function markElement(element: HTMLElement, { system, record, field, foundLocale, components }: Provenance) {
  if (system !== "cms" || !record) return;
  element.setAttribute("data-hygraph-entry-id", record);
  element.setAttribute("data-hygraph-field-api-id", field.split(/[.[]/, 1)[0] ?? field);
  if (foundLocale) element.setAttribute("data-hygraph-field-locale", foundLocale);
  if (components?.length) element.setAttribute("data-hygraph-component-chain", JSON.stringify(components));
}

function isStudioMessage(data: unknown): data is StudioMessage {
  const { type, timestamp, entryId, fieldApiId } = (data ?? {}) as Record<string, unknown>;
  if (typeof timestamp !== "number") return false;
  switch (type) {
    case "init":
    case "disconnect":
      return true;
    case "content-saved":
      return typeof entryId === "string";
    case "field-focus":
      return typeof entryId === "string" && typeof fieldApiId === "string";
    default:
      return false;
  }
}
