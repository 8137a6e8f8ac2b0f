import type { Provenance, ProvenanceTable } from "~/lib/preview/provenance";
import type { ScreenData } from "~/lib/screen/screenData";

/** A value of the page's data that elements may show. */
interface Value {
  path: string;
  /** The path of the object that contains the value. */
  parent: string;
  provenance: Provenance;
}

/** The values of a page, indexed by what is visible. */
export interface ValueIndex {
  byText: ReadonlyMap<string, readonly Value[]>;
  /** By the name of the picture file, without its extension. */
  byPicture: ReadonlyMap<string, readonly Value[]>;
  /** The texts of each object, by its path. */
  siblings: ReadonlyMap<string, readonly string[]>;
}

/** Asks the operation of an address with headers. */
export type AskAt = (url: string, context: { headers: Record<string, string> }) => Promise<ScreenData>;

/** Loads the values of a page with their provenance. */
export async function loadValues(ask: AskAt, url: string): Promise<ValueIndex> {
  const { data, site, provenance } = await ask(url, { headers: { "x-strand-provenance": "1" } });
  return indexValues({ ...(data as object), ...site }, provenancesOf(provenance));
}

/** Returns the provenance of each value by its path. */
export function provenancesOf(table: ProvenanceTable | undefined): Record<string, Provenance> {
  const found: Record<string, Provenance> = {};
  for (const [path, values] of table?.objects ?? [])
    for (const [name, index, field, rest] of values) {
      const source = table?.sources[index];
      if (source) found[path ? `${path}.${name}` : name] = { ...source, field, editUrl: (source.editUrl ?? "") + rest };
    }
  return found;
}

const normalizeText = (text: string) => text.replaceAll("\u00ad", "").replace(/\s+/g, " ").trim();

/** The blocks of a formatted text that an element can show. */
const blocks = "p, li, h1, h2, h3, h4, h5, h6, td, th, dt, dd, blockquote, figcaption, pre";

function textsOf(value: string): string[] {
  if (!/<[a-z]/i.test(value)) return [normalizeText(value)];
  const { body } = new DOMParser().parseFromString(value, "text/html");
  return [body, ...body.querySelectorAll(blocks)].map((part) => normalizeText(part.textContent));
}

/** Returns the file name of a URL, without its extension and size suffix. */
function pictureOf(url: string): string | undefined {
  const name = /([^/?#]+?)(\.\w+)?([?#].*)?$/.exec(url.trim())?.[1];
  return /^(https?:\/)?\//.test(url.trim()) ? name : undefined;
}

/** Indexes the values of a page's data by what is visible. */
export function indexValues(data: unknown, provenances: Readonly<Record<string, Provenance>>): ValueIndex {
  const byText = new Map<string, Value[]>();
  const byPicture = new Map<string, Value[]>();
  const siblings = new Map<string, string[]>();
  const add = <K>(map: Map<K, Value[]>, key: K, value: Value) => {
    const existing = map.get(key);
    if (!existing) map.set(key, [value]);
    else if (!existing.some(({ path }) => path === value.path)) existing.push(value);
  };
  const visit = (value: unknown, path: string) => {
    if (Array.isArray(value)) {
      value.forEach((item, i) => visit(item, typeof item === "object" && item !== null ? `${path}.${i}` : path));
      return;
    }
    if (typeof value === "object" && value !== null) {
      for (const [name, inner] of Object.entries(value)) visit(inner, path ? `${path}.${name}` : name);
      return;
    }
    const provenance = provenances[path];
    if (!provenance || (typeof value !== "string" && typeof value !== "number")) return;
    const parent = path.slice(0, path.lastIndexOf("."));
    const found = { path, parent, provenance };
    const picture = pictureOf(String(value));
    if (picture) add(byPicture, picture, found);
    for (const text of textsOf(String(value))) {
      if (!text) continue;
      add(byText, text, found);
      siblings.set(parent, [...(siblings.get(parent) ?? []), text]);
    }
  };
  visit(data, "");
  return { byText, byPicture, siblings };
}

/** An element with the value that it shows. */
export interface ShownValue {
  element: HTMLElement;
  provenance: Provenance;
}

/** The maximum number of ancestors that are checked for a value. */
const maxAncestors = 5;

/** Finds the value that an element, or a close ancestor, shows; undefined if there is none. */
export function findShownValue(target: Element, values: ValueIndex): ShownValue | undefined {
  let element: Element | null = target;
  for (let i = 0; element && i < maxAncestors; i++, element = element.parentElement) {
    if (!(element instanceof HTMLElement) || element === document.body) return undefined;
    const candidates = candidatesOf(element, values);
    const value = candidates && closestCandidate(element, candidates, values);
    if (value) return { element, provenance: value.provenance };
  }
  return undefined;
}

function candidatesOf(element: HTMLElement, values: ValueIndex): readonly Value[] | undefined {
  if (element instanceof HTMLImageElement) {
    const urls = [element.currentSrc, element.src, ...element.srcset.split(",").map((part) => part.trim())];
    for (const url of urls) {
      const name = pictureOf(url.split(" ")[0] ?? "");
      const found = name && values.byPicture.get(name);
      if (found) return found;
    }
    return element.alt ? values.byText.get(normalizeText(element.alt)) : undefined;
  }
  return values.byText.get(normalizeText(element.textContent));
}

/**
 * Chooses between several values with the same text: the one whose component contains the element, otherwise the one
 * beside which most other values of its object are shown.
 */
function closestCandidate(element: HTMLElement, candidates: readonly Value[], values: ValueIndex): Value | undefined {
  const isFrame = !element.closest("main") && !!element.closest("header, footer, nav");
  let left = candidates.filter(({ path }) => path.startsWith("siteAt.") === isFrame);
  if (left.length === 0) left = [...candidates];
  // A record of an upstream system is more useful than a value derived by the server.
  const edited = left.filter(({ provenance }) => provenance.record !== undefined);
  if (edited.length > 0) left = edited;
  for (let around = element.parentElement; around && left.length > 1; around = around.parentElement) {
    const { id } = around;
    const inside = id ? left.filter((v) => v.provenance.components?.some((c) => c.instanceId === id)) : [];
    if (inside.length > 0) left = inside;
    const text = normalizeText(around.textContent);
    const scores = left.map((v) => (values.siblings.get(v.parent) ?? []).filter((t) => text.includes(t)).length);
    const best = Math.max(...scores);
    left = left.filter((_, i) => scores[i] === best);
    if (around.tagName === "MAIN") break;
  }
  return left[0];
}

/** All elements of the page that show a value, innermost elements only. */
export function findAllShownValues(values: ValueIndex): ShownValue[] {
  const found: ShownValue[] = [];
  for (const element of document.querySelectorAll<HTMLElement>("#strand *")) {
    const isSmallest =
      element instanceof HTMLImageElement || element.childElementCount === 0 || element.matches(blocks);
    if (!isSmallest) continue;
    const candidates = candidatesOf(element, values);
    const value = candidates && closestCandidate(element, candidates, values);
    if (value) found.push({ element, provenance: value.provenance });
  }
  return found;
}
