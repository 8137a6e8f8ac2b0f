import { createContext, type HTMLAttributes, type ReactNode, use, useId } from "react";

/** The markup that the server keeps of one site in one locale. */
interface SharedScope {
  store: SharedMarkupStore;
  key: string;
}

const SharedScopeContext = createContext<SharedScope | undefined>(undefined);

/** On the server: keeps the markup of `useSharedMarkup` below it for all pages that have the same key. */
export const SharedScopeProvider = SharedScopeContext.Provider;

/**
 * Returns the content of an element which is the same on all pages of a site in a locale, such as its menus. The server
 * renders it once: it is two fifths of the elements of a page. The content depends neither on the URL of the page nor
 * on lazily loaded modules, and starts and ends with an element.
 */
export function useSharedMarkup(
  render: () => ReactNode,
): Pick<HTMLAttributes<HTMLElement>, "children" | "dangerouslySetInnerHTML"> {
  // The id is that of the position in the tree, of which the ids in the content are made.
  const id = useId();
  const scope = use(SharedScopeContext);
  const key = scope && `${scope.key} ${id}`;
  const markup = key && scope.store.get(key);
  if (markup) return { dangerouslySetInnerHTML: { __html: markup } };
  // As many children in the browser as on the server, so that ids in the content are equal.
  return {
    children: (
      <>
        {key && scope.store.startMark(key)}
        {render()}
        {key && scope.store.endMark}
      </>
    ),
  };
}

/** Keeps markup by key. New markup is found between marks in a rendered page. */
export class SharedMarkupStore {
  /** Texts of the content cannot contain it. */
  readonly #secret = crypto.randomUUID();
  readonly #marked = new RegExp(`\\[${this.#secret} (.*?)\\](.*?)\\[${this.#secret}\\]`, "gs");
  readonly #kept = new Map<string, string>();

  /** @param limit the number of elements whose content is kept: three of 6 kB for each locale of a site */
  constructor(private readonly limit = 6000) {}

  readonly endMark = `[${this.#secret}]`;

  startMark(key: string): string {
    return `[${this.#secret} ${encodeURIComponent(key)}]`;
  }

  get(key: string): string | undefined {
    return this.#kept.get(key);
  }

  /** Keeps the markup between the marks of a page, and returns the page without them. */
  collect(html: string): string {
    if (!html.includes(this.#secret)) return html;
    return html.replace(this.#marked, (_, key: string, markup: string) => {
      const [oldest] = this.#kept.keys();
      if (this.#kept.size >= this.limit && oldest !== undefined) this.#kept.delete(oldest);
      // A copy: V8 keeps the whole page in memory as long as a part of its string is used.
      this.#kept.set(decodeURIComponent(key), JSON.parse(JSON.stringify(markup)) as string);
      return markup;
    });
  }
}
