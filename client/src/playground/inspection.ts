import { makeStore } from "./store";

/** What the server tells about an answer beside its data (docs/rules.md PROV-1, PROV-11). */

export interface Cost {
  estimated: number;
  actual?: number;
  limit: number;
}

export interface UpstreamCall {
  system: string;
  operation: string;
  cache: string;
  result: string;
  startMs: number;
  durationMs: number;
}

export interface CacheRead {
  entry: string;
  state: string;
  count: number;
}

export interface Trace {
  durationMs: number;
  upstreamCalls: readonly UpstreamCall[];
  cacheReads: readonly CacheRead[];
}

export interface Source {
  system: string;
  type?: string;
  record?: string;
  field?: string;
  foundLocale?: string;
  editUrl?: string;
}

/** An answer of the last operation, without its data. */
export interface Inspection {
  operation: string;
  status: number;
  /** The time until the browser had the answer, in milliseconds. */
  milliseconds: number;
  cost?: Cost | undefined;
  trace?: Trace | undefined;
  provenance?: Readonly<Record<string, Source>> | undefined;
}

export const inspection = makeStore<Inspection | undefined>(undefined);

interface Answer {
  extensions?: { cost?: Cost; trace?: Trace; provenance?: Record<string, Source> };
}

/** Separates what the panel shows from an answer; the cost stays in both. */
export function separate(answer: Answer): { shown: Answer } & Pick<Inspection, "cost" | "trace" | "provenance"> {
  const { trace, provenance, ...extensions } = answer.extensions ?? {};
  const shown: Answer = { ...answer, extensions };
  if (Object.keys(extensions).length === 0) delete shown.extensions;
  return { shown, cost: extensions.cost, trace, provenance };
}
