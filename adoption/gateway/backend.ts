import { setTimeout as pause } from "node:timers/promises";

/** The catalogue was not read yet. */
export class NotReadyError extends Error {}

/**
 * A request that the API refuses for ever, so that Strand must not send it again (BAD_USER_INPUT in the contract of
 * sis). graphql-js adds the extensions of an error to its answer.
 */
export class RefusedError extends Error {
  readonly extensions = { code: "BAD_USER_INPUT" };
  readonly status: number;

  constructor(path: string, status: number) {
    super(`${path}: ${status}`);
    this.status = status;
  }
}

/** A REST API with pages and a rate limit. */
export class Backend {
  readonly #url: string;
  readonly #token: string;

  constructor(url: string, token = "") {
    this.#url = url.replace(/\/$/, "");
    this.#token = token;
  }

  /** Sends a request. Too many requests are repeated after the pause that the API asks for. */
  async send(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    if (this.#token !== "") headers.set("Authorization", `Bearer ${this.#token}`);
    for (let attempt = 1; ; attempt++) {
      const signal = AbortSignal.timeout(10_000);
      const response = await fetch(this.#url + path, { ...init, headers, redirect: "error", signal });
      if (response.ok || response.status === 404) return response;
      await response.body?.cancel();
      if ([400, 413, 415, 422].includes(response.status)) throw new RefusedError(path, response.status);
      if (response.status !== 429 || attempt === 20) throw new Error(`${path}: ${response.status}`);
      await pause(1000 * (Number(response.headers.get("Retry-After")) || 1));
    }
  }

  /** Reads a resource; undefined if it does not exist. */
  async get<T>(path: string): Promise<T | undefined> {
    const response = await this.send(path);
    if (response.ok) return (await response.json()) as T;
    await response.body?.cancel();
    return undefined;
  }

  /** Reads all pages of a list. A list that changes meanwhile fails. */
  async list<T>(path: string): Promise<T[]> {
    const items: T[] = [];
    for (let page = 1, first: number | undefined; first === undefined || items.length < first; page++) {
      const { items: more = [], total } = (await this.get<{ items: T[]; total: number }>(`${path}?page=${page}`)) ?? {};
      first ??= total;
      if (total !== first || (more.length === 0 && items.length !== total)) throw new Error(`${path} has changed`);
      items.push(...more);
    }
    return items;
  }

  /** Sends a record. The key identifies it, so that sending it again changes nothing. */
  async post<T>(path: string, key: string, body: unknown): Promise<T> {
    const headers = { "Content-Type": "application/json", "Idempotency-Key": key };
    const response = await this.send(path, { method: "POST", headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    return (await response.json()) as T;
  }
}
