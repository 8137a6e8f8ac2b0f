import { documentBase } from "~/lib/url/base";
import type { ScreenData } from "./screenData";

/** The maximum number of cached addresses (CLI-1, CLI-2). */
const maxEntries = 100;
const timeToLive = 30 * 60 * 1000;
/** Milliseconds after which a pending request no longer prevents another one for the same address (CLI-3). */
const maxPendingAge = 5000;
/** The maximum number of concurrent prefetches (CLI-7). */
const maxPrefetches = 4;

/** The data of a screen could not be loaded: network or server failure. */
export class ScreenUnavailableError extends Error {
  /** The trace id in the server's log; undefined if the server could not be reached. */
  readonly traceId: string | undefined;
  /** The status of the response; undefined if the server could not be reached. */
  readonly status: number | undefined;

  constructor(
    message: string,
    { traceId, status, cause }: { traceId?: string | undefined; status?: number; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.name = "ScreenUnavailableError";
    this.traceId = traceId;
    this.status = status;
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

export interface ScreenCacheOptions {
  /** Prefix of all keys; preview documents and the next release have their own. */
  prefix?: string;
  /** Called with loaded data, to load the code of its screen. A failure does not fail the load. */
  onLoad?: (data: ScreenData) => Promise<unknown>;
  /** Milliseconds since the epoch. */
  now?: () => number;
}

/**
 * The browser's cache of screen data by address (CLI-1): at most 100 entries, fresh for 30 minutes. A stale entry is
 * returned immediately and revalidated in the background.
 */
export class ScreenCache {
  private readonly entries = new Map<string, Entry>();
  private readonly pendingLoads = new Map<string, PendingLoad>();
  private prefetching = 0;
  private readonly waiting: string[] = [];
  private readonly now: () => number;

  constructor(private readonly options: ScreenCacheOptions = {}) {
    this.now = options.now ?? Date.now;
  }

  /**
   * Returns the data of an address from the cache, or loads it. Rejects with a ScreenUnavailableError. A revalidation
   * does not join a pending request: the server may have read its data before the change that the revalidation is for.
   * It awaits the new data if the cached data is stale.
   */
  async open(url: string, isRevalidation = false): Promise<ScreenData> {
    const cacheParameter = new URL(url).searchParams.get("cache");
    if (cacheParameter === "clear") this.clear();
    const entry = cacheParameter === "false" ? undefined : this.entries.get(this.key(url));
    if (!entry) {
      if (isRevalidation) this.pendingLoads.delete(url);
      return this.load(url);
    }
    // Map keeps the insertion order: the first entry is the least recently used one.
    this.entries.delete(this.key(url));
    this.entries.set(this.key(url), entry);
    if (this.now() - entry.loadedAt <= timeToLive) return entry.data;
    const renewed = this.load(url).catch(() => entry.data);
    return isRevalidation ? renewed : entry.data;
  }

  /** Loads an address that is likely to be opened next; at most four at once, the latest first. */
  async prefetch(url: string): Promise<void> {
    if (this.has(url)) return;
    if (this.prefetching >= maxPrefetches) {
      this.waiting.push(url);
      return;
    }
    this.prefetching++;
    // The navigation itself reports the failure.
    await this.load(url).catch(() => undefined);
    this.prefetching--;
    let next = this.waiting.pop();
    while (next && this.has(next)) next = this.waiting.pop();
    // Ends with the queue: a caller that counts prefetches counts the queued ones as well.
    if (next) await this.prefetch(next);
  }

  /** Adds the data of the served document. */
  add(data: ScreenData) {
    if (data.private) return;
    const key = this.key(data.url);
    this.entries.delete(key);
    // Incomplete data is stale immediately: the next visit loads it again.
    this.entries.set(key, { data, loadedAt: data.partial ? 0 : this.now() });
    for (const oldest of this.entries.keys()) {
      if (this.entries.size <= maxEntries) break;
      this.entries.delete(oldest);
    }
  }

  clear() {
    this.entries.clear();
  }

  private key(url: string): string {
    return (this.options.prefix ?? "") + url;
  }

  private has(url: string): boolean {
    return this.entries.has(this.key(url)) || this.pendingLoads.has(url);
  }

  private load(url: string): Promise<ScreenData> {
    const pending = this.pendingLoads.get(url);
    if (pending && this.now() - pending.startedAt < maxPendingAge) return pending.result;
    const result = this.fetch(url);
    const own: PendingLoad = { startedAt: this.now(), result };
    this.pendingLoads.set(url, own);
    const end = (data?: ScreenData) => {
      // A newer request has replaced this one.
      if (this.pendingLoads.get(url) !== own) return;
      this.pendingLoads.delete(url);
      if (data) this.add(data);
    };
    return result.then(
      (data) => {
        end(data);
        return data;
      },
      (error: unknown) => {
        end();
        throw error;
      },
    );
  }

  private async fetch(url: string): Promise<ScreenData> {
    const data = { ...(await fetchScreen(url)), url };
    await this.options
      .onLoad?.(data)
      .catch((error: unknown) => console.warn("A screen's code cannot be loaded.", error));
    return data;
  }
}

/** Loads the data of an address from the server. Rejects with a ScreenUnavailableError. */
export async function fetchScreen(url: string, headers?: Record<string, string>): Promise<Omit<ScreenData, "url">> {
  const { pathname, search } = new URL(url);
  let response: Response;
  try {
    response = await fetch(`${documentBase()}${pathname === "/" ? "" : pathname}/_payload.json${search}`, {
      headers: { accept: "application/json", ...headers },
    });
  } catch (cause) {
    throw new ScreenUnavailableError(`The server cannot be reached for ${pathname}.`, { cause });
  }
  if (!response.ok) {
    const traceId = await traceOf(response);
    throw new ScreenUnavailableError(`The data of ${pathname} was answered with status ${response.status}.`, {
      traceId,
      status: response.status,
    });
  }
  try {
    return (await response.json()) as ScreenData;
  } catch (cause) {
    throw new ScreenUnavailableError(`The data of ${pathname} cannot be read.`, { cause });
  }
}

/** Returns the trace id of an error response; undefined for a response of a proxy. */
async function traceOf(response: Response): Promise<string | undefined> {
  const body = (await response.json().catch(() => undefined)) as { error?: { traceId?: string } } | undefined;
  return body?.error?.traceId;
}
