import { use } from "react";
import { type Area, loadTexts } from "~/i18n/areas";

/** A module that is fetched when it is wanted, and can be fetched before. */
export interface Lazy<T> {
  preload: () => Promise<T>;
  /** The module, while a component renders: at once when it was preloaded, on the server and when hydrating. */
  use: () => T;
}

/** Precedes the area of texts among the sources that were used. */
const textsPrefix = "texts:";

function loadInBrowser(areas: readonly Area[]): Promise<void> | undefined {
  if (areas.length === 0 || typeof document === "undefined") return undefined;
  return loadTexts(document.documentElement.lang, ...areas);
}

/** The sources of what was used since they were taken last: one rendering on the server runs without a pause. */
const used = new Set<string>();

/** Takes the sources of the late modules that a rendering used, so that the document can name their styles. */
export function takeUsed(): string[] {
  const sources = [...used];
  used.clear();
  return sources;
}

/**
 * Makes a module one that is fetched once, and late. One that could not be fetched is asked for again.
 *
 * @param source its file below `client/`, as the build's manifest names it
 * @param texts the areas of the texts that it uses; on the server all are loaded
 */
export function lazy<T>(source: string, load: () => Promise<T>, ...texts: readonly Area[]): Lazy<T> {
  let loaded: T | undefined;
  let loading: Promise<T> | undefined;
  const fetchModule = async () => {
    const [module] = await Promise.all([load(), loadInBrowser(texts)]);
    // In a build a failed `import()` resolves to undefined, since lib/releases.ts handles its error.
    if (module === undefined) throw new Error(`The code of ${source} cannot be loaded.`);
    return (loaded = module);
  };
  const preload = () =>
    (loading ??= fetchModule().catch((error: unknown) => {
      loading = undefined;
      throw error;
    }));
  return {
    preload,
    use: () => {
      used.add(source);
      for (const area of texts) used.add(textsPrefix + area);
      return loaded ?? use(preload());
    },
  };
}
