import { interfaceLanguage } from "./languages";
import type { Messages } from "./Texts";

/** A chunk of texts: `site` is loaded with every page, the others with the code that uses them. */
export type Area = "site" | "form" | "portal" | "editor";

export const areas: readonly Area[] = ["site", "form", "portal", "editor"];

const files = import.meta.glob<Messages>("./compiled/*/*.json", { import: "default" });

/** The loaded texts by language. A new object replaces them when an area is added. */
const loaded = new Map<string, { messages: Messages; areas: ReadonlySet<Area> }>();
const listeners = new Set<() => void>();
const none = {} as Messages;

/** Loads areas of texts in the language of a locale. */
export async function loadTexts(locale: string, ...wanted: readonly Area[]): Promise<void> {
  const language = interfaceLanguage(locale);
  const missing = wanted.filter((area) => !loaded.get(language)?.areas.has(area));
  const messages = await Promise.all(
    missing.map(async (area) => {
      const texts = await files[`./compiled/${area}/${language}.json`]?.();
      if (!texts) throw new Error(`The texts of the area ${area} cannot be loaded in ${language}.`);
      return texts;
    }),
  );
  if (missing.length === 0) return;
  const loadedTexts = loaded.get(language);
  loaded.set(language, {
    messages: Object.assign({}, loadedTexts?.messages, ...messages) as Messages,
    areas: new Set([...(loadedTexts?.areas ?? []), ...missing]),
  });
  listeners.forEach((listener) => listener());
}

/** Returns the loaded texts in the language of a locale. */
export function textsOf(locale: string): Messages {
  return loaded.get(interfaceLanguage(locale))?.messages ?? none;
}

/** Calls the listener when texts were added; returns the unsubscribe function. */
export function subscribeTexts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
