import { use } from "react";
import { loadTexts, type TextBundle } from "~/i18n/textBundles";
import { documentLocale } from "~/lib/document/documentLocale";

/** A module that is loaded on first use and can be preloaded. */
export interface Lazy<T> {
  preload: () => Promise<T>;
  /**
   * Returns the module during rendering; suspends unless it was preloaded. On the server and during hydration it is
   * always preloaded.
   */
  use: () => T;
}

/** Prefix of text bundles among the used sources. */
const textsPrefix = "texts:";

function loadInBrowser(bundles: readonly TextBundle[]): Promise<void> | undefined {
  if (bundles.length === 0 || typeof document === "undefined") return undefined;
  return loadTexts(documentLocale(), ...bundles);
}

/** The sources that were used since `takeUsed`: a rendering on the server is synchronous. */
const usedSources = new Set<string>();

/**
 * Returns and clears the sources of the lazy modules that a rendering used, so that the document can link their styles.
 */
export function takeUsed(): string[] {
  const sources = [...usedSources];
  usedSources.clear();
  return sources;
}

/**
 * Creates a lazily loaded module, which is loaded once. A failed load is retried on the next use.
 *
 * @param source its file below `client/`, as named by the build's manifest
 * @param texts the text bundles that it uses; on the server all are loaded
 */
export function lazy<T>(source: string, load: () => Promise<T>, ...texts: readonly TextBundle[]): Lazy<T> {
  let loaded: T | undefined;
  let loading: Promise<T> | undefined;
  const fetchModule = async () => {
    const [module] = await Promise.all([load(), loadInBrowser(texts)]);
    // In a build a failed `import()` resolves to undefined, since lib/loading/releases.ts handles its error.
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
      usedSources.add(source);
      for (const bundle of texts) usedSources.add(textsPrefix + bundle);
      return loaded ?? use(preload());
    },
  };
}
