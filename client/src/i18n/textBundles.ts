import { interfaceLanguage } from "./languages";
import { spell, spellingOf } from "./spelling";
import type { Messages } from "./Texts";

/** A chunk of interface texts: `site` is loaded with every page, the others with the code that uses them. */
export type TextBundle = "site" | "form" | "portal" | "editor";

export const textBundles: readonly TextBundle[] = ["site", "form", "portal", "editor"];

// The texts of data sheets are never shown by a browser.
const files = import.meta.glob<Messages>(["./compiled/*/*.json", "!./compiled/sheet/*.json"], { import: "default" });

/** The loaded texts by spelling. A new object replaces them when a bundle is added. */
const loaded = new Map<string, { messages: Messages; bundles: ReadonlySet<TextBundle> }>();
const listeners = new Set<() => void>();
const none = {} as Messages;

/** The key of a locale's texts: its language, with the country if this one writes the language otherwise. */
const keyOf = (locale: string) => (spellingOf(locale) ? locale.toLowerCase() : interfaceLanguage(locale));

/** Loads text bundles in the language of a locale. */
export async function loadTexts(locale: string, ...requested: readonly TextBundle[]): Promise<void> {
  const language = interfaceLanguage(locale);
  const key = keyOf(locale);
  const missing = requested.filter((bundle) => !loaded.get(key)?.bundles.has(bundle));
  const messages = await Promise.all(
    missing.map(async (bundle) => {
      const texts = await files[`./compiled/${bundle}/${language}.json`]?.();
      if (!texts) throw new Error(`The texts of the bundle ${bundle} cannot be loaded in ${language}.`);
      return spell(locale, texts);
    }),
  );
  if (missing.length === 0) return;
  const loadedTexts = loaded.get(key);
  loaded.set(key, {
    messages: Object.assign({}, loadedTexts?.messages, ...messages) as Messages,
    bundles: new Set([...(loadedTexts?.bundles ?? []), ...missing]),
  });
  listeners.forEach((listener) => listener());
}

/** Returns the loaded texts in the language of a locale. */
export function textsOf(locale: string): Messages {
  return loaded.get(keyOf(locale))?.messages ?? none;
}

/** Calls the listener when texts were added; returns the unsubscribe function. */
export function subscribeTexts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
