import { fetchScreen } from "~/lib/ScreenCache";

/** Where a value comes from (`domain/editor/provenance.go`). */
export interface Provenance {
  system: string;
  type?: string;
  record?: string;
  field: string;
  components?: readonly { fieldApiId: string; instanceId: string }[];
  locale?: string;
  foundLocale?: string;
  stage?: string;
  changedAt?: string;
  cachedSince?: string;
  freshUntil?: string;
  editUrl?: string;
}

/** A value of the page's data, as elements may show it. */
interface Value {
  path: string;
  /** The path of the object that has the value. */
  parent: string;
  provenance: Provenance;
}

/** The values of a page, by what is seen of them. */
export interface Values {
  byText: ReadonlyMap<string, readonly Value[]>;
  /** The names of picture files without their extension. */
  byPicture: ReadonlyMap<string, readonly Value[]>;
  /** The texts of each object, by its path. */
  siblings: ReadonlyMap<string, readonly string[]>;
}

/** Loads where the values of a page come from. */
export async function loadValues(url: string): Promise<Values> {
  const { data, provenance } = await fetchScreen(url, { "x-strand-provenance": "1" });
  return valuesOf(data, provenancesOf(provenance));
}

/** The provenances of the values of a page, in short: most of them share a source. */
export interface ProvenanceTable {
  /** They have no field. `editUrl` is what the addresses of all their values begin with. */
  sources: readonly Omit<Provenance, "field">[];
  /** The values of each object, by its path. */
  objects: readonly (readonly [path: string, values: readonly ValueEntry[]])[];
}

type ValueEntry = readonly [name: string, source: number, field: string, restOfEditUrl: string];

/** The provenance of each value by its path. */
export function provenancesOf(table: ProvenanceTable | undefined): Record<string, Provenance> {
  const found: Record<string, Provenance> = {};
  for (const [path, values] of table?.objects ?? [])
    for (const [name, index, field, rest] of values) {
      const source = table?.sources[index];
      if (source) found[path ? `${path}.${name}` : name] = { ...source, field, editUrl: (source.editUrl ?? "") + rest };
    }
  return found;
}

const normal = (text: string) => text.replaceAll("\u00ad", "").replace(/\s+/g, " ").trim();

/** The blocks of a formatted text that an element can show. */
const blocks = "p, li, h1, h2, h3, h4, h5, h6, td, th, dt, dd, blockquote, figcaption, pre";

function textsOf(value: string): string[] {
  if (!/<[a-z]/i.test(value)) return [normal(value)];
  const { body } = new DOMParser().parseFromString(value, "text/html");
  return [body, ...body.querySelectorAll(blocks)].map((part) => normal(part.textContent ?? ""));
}

/** The name of the file at an address, without extension and the size in it. */
function pictureOf(url: string): string | undefined {
  const name = /([^/?#]+?)(\.\w+)?([?#].*)?$/.exec(url.trim())?.[1];
  return /^(https?:\/)?\//.test(url.trim()) ? name : undefined;
}

/** Sorts the values of a page's data by what is seen of them. */
export function valuesOf(data: unknown, provenances: Readonly<Record<string, Provenance>>): Values {
  const byText = new Map<string, Value[]>();
  const byPicture = new Map<string, Value[]>();
  const siblings = new Map<string, string[]>();
  const add = <K>(map: Map<K, Value[]>, key: K, value: Value) => {
    const known = map.get(key);
    if (!known) map.set(key, [value]);
    else if (!known.some(({ path }) => path === value.path)) known.push(value);
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

/** What an element shows, and where it comes from. */
export interface Shown {
  element: HTMLElement;
  provenance: Provenance;
}

/** How many elements around the one that is pointed at may show the value. */
const maxClimb = 5;

/** Finds the value that an element, or one closely around it, shows; nothing for none. */
export function shownBy(target: Element, values: Values): Shown | undefined {
  let element: Element | null = target;
  for (let i = 0; element && i < maxClimb; i++, element = element.parentElement) {
    if (!(element instanceof HTMLElement) || element === document.body) return undefined;
    const candidates = candidatesOf(element, values);
    const value = candidates && closest(element, candidates, values);
    if (value) return { element, provenance: value.provenance };
  }
  return undefined;
}

function candidatesOf(element: HTMLElement, values: Values): readonly Value[] | undefined {
  if (element instanceof HTMLImageElement) {
    const addresses = [element.currentSrc, element.src, ...element.srcset.split(",").map((part) => part.trim())];
    for (const address of addresses) {
      const name = pictureOf(address.split(" ")[0] ?? "");
      const found = name && values.byPicture.get(name);
      if (found) return found;
    }
    return element.alt ? values.byText.get(normal(element.alt)) : undefined;
  }
  return values.byText.get(normal(element.textContent ?? ""));
}

/**
 * The one of several values with the same text that an element shows: the one whose component is around the element, else
 * the one beside which most of the other values of its object are shown.
 */
function closest(element: HTMLElement, candidates: readonly Value[], values: Values): Value | undefined {
  const isFrame = !element.closest("main") && !!element.closest("header, footer, nav");
  let left = candidates.filter(({ path }) => path.startsWith("resolve.site.") === isFrame);
  if (left.length === 0) left = [...candidates];
  // What an upstream system has says more than what the server made of it.
  const edited = left.filter(({ provenance }) => provenance.record !== undefined);
  if (edited.length > 0) left = edited;
  for (let around = element.parentElement; around && left.length > 1; around = around.parentElement) {
    const { id } = around;
    const inside = id ? left.filter((v) => v.provenance.components?.some((c) => c.instanceId === id)) : [];
    if (inside.length > 0) left = inside;
    const text = normal(around.textContent ?? "");
    const scores = left.map((v) => (values.siblings.get(v.parent) ?? []).filter((t) => text.includes(t)).length);
    const best = Math.max(...scores);
    left = left.filter((_, i) => scores[i] === best);
    if (around.tagName === "MAIN") break;
  }
  return left[0];
}

/** All elements of the page that show a value, the innermost ones. */
export function allShown(values: Values): Shown[] {
  const found: Shown[] = [];
  for (const element of document.querySelectorAll<HTMLElement>("#strand *")) {
    const isSmallest =
      element instanceof HTMLImageElement || element.childElementCount === 0 || element.matches(blocks);
    if (!isSmallest) continue;
    const candidates = candidatesOf(element, values);
    const value = candidates && closest(element, candidates, values);
    if (value) found.push({ element, provenance: value.provenance });
  }
  return found;
}
