import { createContext, use } from "react";
import type { Thing } from "schema-dts";

/** A description in the vocabulary of schema.org. */
export type Description = Exclude<Thing, string>;

/** Gathers the structured data of a document. */
export class StructuredDataStore {
  readonly #scripts = new Set<string>();

  /** Adds a description for search engines; `<` is escaped so that no text can end the element. */
  add(data: Description) {
    const text = JSON.stringify({ "@context": "https://schema.org", ...data }).replace(/</g, "\\u003c");
    this.#scripts.add(`<script type="application/ld+json">${text}</script>`);
  }

  get markup() {
    return [...this.#scripts].join("");
  }
}

const StructuredDataContext = createContext<StructuredDataStore | undefined>(undefined);

/** On the server: gathers the structured data of the components below it. */
export const StructuredDataProvider = StructuredDataContext.Provider;

/**
 * Adds structured data to the head of the document (JSON-LD). It is no part of the rendered tree, and only search
 * engines read it: components render it under `import.meta.env.SSR`, so that browsers load none of its code.
 */
export function StructuredData({ data }: { data: Description }) {
  use(StructuredDataContext)?.add(data);
  return null;
}
