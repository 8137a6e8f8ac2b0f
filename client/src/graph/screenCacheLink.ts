import { ApolloLink } from "@apollo/client";
import { firstValueFrom, from } from "rxjs";
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

export interface ScreenCacheOptions {
  /** Prefix of all keys: the next release has its own. */
  prefix?: string;
  /** The data of the document. */
  shown?: ScreenData | undefined;
}

type Load = () => Promise<ScreenData>;

/**
 * Creates the browser's cache of screen data by address (CLI-1): at most 100 entries, fresh for 30 minutes. A stale
 * entry is returned immediately and revalidated in the background.
 */
export function screenCacheLink({ prefix = "", shown }: ScreenCacheOptions = {}): ApolloLink {
  const entries = new Map<string, { data: ScreenData; loadedAt: number }>();
  const pendingLoads = new Map<string, { result: Promise<ScreenData>; startedAt: number }>();
  const waiting: (() => void)[] = [];
  let prefetching = 0;

  function add(key: string, data: ScreenData) {
    if (data.private) return;
    entries.delete(key);
    // Incomplete data is stale immediately: the next visit loads it again.
    entries.set(key, { data, loadedAt: data.partial ? 0 : Date.now() });
    for (const oldest of entries.keys()) {
      if (entries.size <= maxEntries) break;
      entries.delete(oldest);
    }
  }

  async function share(key: string, load: Load): Promise<ScreenData> {
    const pending = pendingLoads.get(key);
    if (pending && Date.now() - pending.startedAt < maxPendingAge) return pending.result;
    const own = { result: load(), startedAt: Date.now() };
    pendingLoads.set(key, own);
    // Whether no newer request has replaced this one.
    const isLatest = () => pendingLoads.get(key) === own && pendingLoads.delete(key);
    try {
      const data = await own.result;
      if (isLatest()) add(key, data);
      return data;
    } catch (error) {
      isLatest();
      throw error;
    }
  }

  /**
   * Returns the data of an address from the cache, or loads it. A revalidation does not join a pending request: the
   * server may have read its data before the change that the revalidation is for. It awaits the new data if the cached
   * data is stale.
   */
  async function open(key: string, load: Load, parameter: string | null, isRevalidation: boolean): Promise<ScreenData> {
    if (parameter === "clear") entries.clear();
    const entry = parameter === "false" ? undefined : entries.get(key);
    if (!entry) {
      if (isRevalidation) pendingLoads.delete(key);
      return share(key, load);
    }
    // Map keeps the insertion order: the first entry is the least recently used one.
    entries.delete(key);
    entries.set(key, entry);
    if (Date.now() - entry.loadedAt <= timeToLive) return entry.data;
    const renewed = share(key, load).catch(() => entry.data);
    return isRevalidation ? renewed : entry.data;
  }

  /** Loads an address and the code that its data needs; at most four at once, the latest first. */
  async function prefetch(key: string, load: Load, prepare: (data: ScreenData) => Promise<unknown>) {
    const known = () => entries.get(key)?.data ?? pendingLoads.get(key)?.result;
    const found = known();
    if (found) return found;
    if (prefetching < maxPrefetches) prefetching++;
    // The one that ends leaves its place.
    else await new Promise<void>((resume) => waiting.push(resume));
    try {
      const data = await (known() ?? share(key, load));
      await prepare(data);
      return data;
    } finally {
      const next = waiting.pop();
      if (next) next();
      else prefetching--;
    }
  }

  if (shown) add(prefix + shown.url, shown);
  return new ApolloLink((operation, forward) => {
    const { headers, prefetch: prepare, isRevalidation = false } = operation.getContext();
    // The answer to the headers of a user or an editor is for this caller only.
    if (headers) return forward(operation);
    const { url } = operation.variables as { url: string };
    const load = () => firstValueFrom(forward(operation)).then(({ data }) => data as unknown as ScreenData);
    const answer = prepare
      ? prefetch(prefix + url, load, prepare)
      : open(prefix + url, load, new URL(url).searchParams.get("cache"), isRevalidation);
    return from(answer.then((data) => ({ data: data as unknown as Record<string, unknown> })));
  });
}
