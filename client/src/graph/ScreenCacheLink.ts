import { ApolloLink, type Observable } from "@apollo/client";
import { firstValueFrom, from, map } from "rxjs";
import type { ScreenData } from "~/lib/screen/screenData";

/** The maximum number of cached addresses (CLI-1, CLI-2). */
const maxEntries = 100;
const timeToLive = 30 * 60 * 1000;
/** Milliseconds after which a pending request no longer prevents another one for the same address (CLI-3). */
const maxPendingAge = 5000;
/** The maximum number of concurrent prefetches (CLI-7). */
const maxPrefetches = 4;

declare module "@apollo/client" {
  interface DefaultContext {
    /** The data is revalidated after a change: it must not be read from before the change. */
    isRevalidation?: boolean;
    /** The address is likely to be opened next. The function loads the code that its data needs. */
    prefetch?: (data: ScreenData) => Promise<unknown>;
  }
}

interface Entry {
  data: ScreenData;
  loadedAt: number;
}

interface PendingLoad {
  startedAt: number;
  result: Promise<ScreenData>;
}

type Load = () => Promise<ScreenData>;

export interface ScreenCacheOptions {
  /** Prefix of all keys: the next release has its own. */
  prefix?: string;
  /** The data of the document. */
  shown?: ScreenData | undefined;
  /** Milliseconds since the epoch. */
  now?: () => number;
}

/**
 * The browser's cache of screen data by address (CLI-1): at most 100 entries, fresh for 30 minutes. A stale entry is
 * returned immediately and revalidated in the background.
 */
export class ScreenCacheLink extends ApolloLink {
  private readonly entries = new Map<string, Entry>();
  private readonly pendingLoads = new Map<string, PendingLoad>();
  private prefetching = 0;
  private readonly waiting: (() => void)[] = [];
  private readonly prefix: string;
  private readonly now: () => number;

  constructor({ prefix = "", shown, now = Date.now }: ScreenCacheOptions = {}) {
    super();
    this.prefix = prefix;
    this.now = now;
    if (shown) this.add(this.keyOf(shown.url), shown);
  }

  override request(
    operation: ApolloLink.Operation,
    forward: ApolloLink.ForwardFunction,
  ): Observable<ApolloLink.Result> {
    const { headers, prefetch, isRevalidation = false } = operation.getContext();
    // The answer to the headers of a user or an editor is for this caller only.
    if (headers) return forward(operation);
    const { url } = operation.variables as { url: string };
    const load = () => firstValueFrom(forward(operation)).then(({ data }) => data as unknown as ScreenData);
    const answer = prefetch
      ? this.prefetch(this.keyOf(url), load, prefetch)
      : this.open(this.keyOf(url), load, new URL(url).searchParams.get("cache"), isRevalidation);
    return from(answer).pipe(map((data) => ({ data: data as unknown as Record<string, unknown> })));
  }

  /**
   * Returns the data of an address from the cache, or loads it. A revalidation does not join a pending request: the
   * server may have read its data before the change that the revalidation is for. It awaits the new data if the cached
   * data is stale.
   */
  private async open(key: string, load: Load, parameter: string | null, isRevalidation: boolean): Promise<ScreenData> {
    if (parameter === "clear") this.entries.clear();
    const entry = parameter === "false" ? undefined : this.entries.get(key);
    if (!entry) {
      if (isRevalidation) this.pendingLoads.delete(key);
      return this.load(key, load);
    }
    // Map keeps the insertion order: the first entry is the least recently used one.
    this.entries.delete(key);
    this.entries.set(key, entry);
    if (this.now() - entry.loadedAt <= timeToLive) return entry.data;
    const renewed = this.load(key, load).catch(() => entry.data);
    return isRevalidation ? renewed : entry.data;
  }

  /** Loads an address and the code that its data needs; at most four at once, the latest first. */
  private async prefetch(
    key: string,
    load: Load,
    prepare: (data: ScreenData) => Promise<unknown>,
  ): Promise<ScreenData> {
    const known = () => this.entries.get(key)?.data ?? this.pendingLoads.get(key)?.result;
    const found = known();
    if (found) return found;
    if (this.prefetching < maxPrefetches) this.prefetching++;
    // The one that ends leaves its place.
    else await new Promise<void>((resume) => this.waiting.push(resume));
    try {
      const data = await (known() ?? this.load(key, load));
      await prepare(data);
      return data;
    } finally {
      const next = this.waiting.pop();
      if (next) next();
      else this.prefetching--;
    }
  }

  private keyOf(url: string): string {
    return this.prefix + url;
  }

  private add(key: string, data: ScreenData) {
    if (data.private) return;
    this.entries.delete(key);
    // Incomplete data is stale immediately: the next visit loads it again.
    this.entries.set(key, { data, loadedAt: data.partial ? 0 : this.now() });
    for (const oldest of this.entries.keys()) {
      if (this.entries.size <= maxEntries) break;
      this.entries.delete(oldest);
    }
  }

  private async load(key: string, load: Load): Promise<ScreenData> {
    const pending = this.pendingLoads.get(key);
    if (pending && this.now() - pending.startedAt < maxPendingAge) return pending.result;
    const own: PendingLoad = { startedAt: this.now(), result: load() };
    this.pendingLoads.set(key, own);
    // Whether no newer request has replaced this one.
    const isLatest = () => this.pendingLoads.get(key) === own && this.pendingLoads.delete(key);
    try {
      const data = await own.result;
      if (isLatest()) this.add(key, data);
      return data;
    } catch (error) {
      isLatest();
      throw error;
    }
  }
}
