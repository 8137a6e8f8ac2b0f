import type { InMemoryCache } from "@apollo/client";
import type { DocumentNode } from "graphql";
import type { ScreenData } from "./client";

/** Limits of spec §9, Client cache. */
const maxEntries = 100;
const timeToLive = 30 * 60 * 1000;
/** Loads ahead at once (spec §9). */
const maxPrefetches = 4;
/** A load that takes longer no longer keeps others from loading the same. */
const lockAge = 5000;

/** What is shown: an address, and the operation of the screen that shows it. */
export interface Shown {
  url: string;
  operation: string;
  /** A part of the data could not be read. */
  partial?: boolean | undefined;
}

interface Entry extends Shown {
  loadedAt: number;
}

interface Flight {
  since: number;
  result: Promise<Shown>;
}

export interface ScreenStoreOptions {
  cache: InMemoryCache;
  /** The document of an operation; fetches the screen it belongs to, and what else its data needs. */
  documentOf: (operation: string, data: unknown) => Promise<DocumentNode>;
  /** The operation of an address whose data cannot be had: its screen asks again, and says what is wrong. */
  fallback: string;
  /** Stands before the keys of what is kept (spec §4, Next-release toggle). */
  prefix?: string;
  /** Milliseconds since the epoch. */
  now?: () => number;
}

/**
 * The data of the screens that were visited, filled into Apollo's cache. An address says with its data which screen shows
 * it, so that the browser has no rules of its own about addresses. At most 100 addresses are kept, for 30 minutes; older
 * ones are shown at once and loaded anew meanwhile.
 */
export class ScreenStore {
  private readonly entries = new Map<string, Entry>();
  private readonly flights = new Map<string, Flight>();
  /** What is loaded ahead now, and what waits for its turn. */
  private prefetching = 0;
  private readonly waiting: string[] = [];
  private readonly now: () => number;

  constructor(private readonly options: ScreenStoreOptions) {
    this.now = options.now ?? Date.now;
  }

  /** Fills in what the document arrived with. */
  start(data: ScreenData, document: DocumentNode) {
    if (data.data) this.fill({ ...data, document });
  }

  /** The screen of an address, if its data is there. */
  known(url: string): Shown | undefined {
    const entry = this.entries.get(this.key(url));
    return entry && { url, operation: entry.operation, partial: entry.partial };
  }

  /** Loads the screen of an address, or takes it from what is there. It never fails: the fallback tells what is wrong. */
  async open(url: string): Promise<Shown> {
    // Spec §9, Client cache: no other value means anything.
    const wish = new URL(url).searchParams.get("cache");
    if (wish === "clear") this.clear();
    const entry = wish === "false" ? undefined : this.entries.get(this.key(url));
    if (!entry) return this.load(url);
    // What is used stays longest.
    this.entries.delete(this.key(url));
    this.entries.set(this.key(url), entry);
    if (this.now() - entry.loadedAt > timeToLive) void this.load(url);
    return { url, operation: entry.operation, partial: entry.partial };
  }

  /** Loads ahead what is likely to be asked for next; at most four addresses at once, the latest first. */
  async prefetch(url: string): Promise<void> {
    if (this.has(url) || this.flights.has(url)) return;
    if (this.prefetching >= maxPrefetches) {
      this.waiting.push(url);
      return;
    }
    this.prefetching++;
    await this.load(url);
    this.prefetching--;
    // One that was asked for twice, or was opened meanwhile, must not keep the rest waiting.
    let next = this.waiting.pop();
    while (next && (this.has(next) || this.flights.has(next))) next = this.waiting.pop();
    if (next) void this.prefetch(next);
  }

  private key(url: string): string {
    return (this.options.prefix ?? "") + url;
  }

  private has(url: string): boolean {
    return this.entries.has(this.key(url));
  }

  /** Forgets everything. */
  clear() {
    for (const key of [...this.entries.keys()]) this.forget(key);
  }

  private load(url: string): Promise<Shown> {
    const flight = this.flights.get(url);
    if (flight && this.now() - flight.since < lockAge) return flight.result;
    const result = this.fetch(url).catch(() => ({ url, operation: this.options.fallback }));
    const own: Flight = { since: this.now(), result };
    this.flights.set(url, own);
    void result.then(() => {
      if (this.flights.get(url) === own) this.flights.delete(url);
    });
    return result;
  }

  private async fetch(url: string): Promise<Shown> {
    const { pathname, search } = new URL(url);
    const response = await fetch(`${pathname === "/" ? "" : pathname}/_payload.json${search}`, {
      headers: { accept: "application/json" },
    });
    if (!response.ok) throw new Error(`The data of ${pathname} cannot be read: ${response.status}`);
    const data = (await response.json()) as ScreenData;
    const document = await this.options.documentOf(data.operation, data.data);
    this.fill({ ...data, variables: { url }, document });
    return { url, operation: data.operation, partial: data.partial };
  }

  private fill({ operation, variables, data, document, partial }: ScreenData & { document: DocumentNode }) {
    const url = String(variables.url);
    this.options.cache.writeQuery({ query: document, variables, data });
    this.entries.delete(this.key(url));
    // What lacks a part is loaded anew when it is visited again.
    this.entries.set(this.key(url), { url, operation, partial, loadedAt: partial ? 0 : this.now() });
    for (const oldest of this.entries.keys()) {
      if (this.entries.size <= maxEntries) break;
      this.forget(oldest);
    }
  }

  private forget(key: string) {
    const url = this.entries.get(key)?.url;
    this.entries.delete(key);
    this.options.cache.evict({ id: "ROOT_QUERY", fieldName: "resolve", args: { url } });
    this.options.cache.gc();
  }
}
