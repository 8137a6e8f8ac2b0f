import { messageOf, texts } from "~/signin/messages";

/** The tokens that the provider issued. */
export interface TokenSet {
  accessToken: string;
  idToken: string;
  refreshToken?: string;
  /** Epoch milliseconds at which the first of the tokens expires. */
  tokenExpiry: number;
}

/**
 * Stores the tokens across pages and tabs. Never fails: storage failures are logged and ignored (ERR-28), and the
 * tokens then last as long as the page.
 */
export interface TokenStore {
  read: () => Promise<TokenSet | undefined>;
  write: (tokens: TokenSet) => Promise<void>;
  remove: () => Promise<void>;
  /** Discards this page's copy after another page removed the tokens. */
  forget: () => void;
}

/** A storage that may fail. */
interface TokenStorage {
  get: () => Promise<unknown>;
  put: (tokens: TokenSet) => Promise<void>;
  delete: () => Promise<void>;
}

const databaseName = "strand-sign-in";
const objectStore = "tokens";

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(databaseName, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(objectStore);
    opening.onsuccess = () => {
      // Clearing the site's data must not wait for this page.
      opening.result.onversionchange = () => opening.result.close();
      resolve(opening.result);
    };
    opening.onerror = () => reject(opening.error ?? new Error("The database cannot be opened."));
  });
}

/** Opens IndexedDB; undefined if it cannot be used. */
async function openIndexedDb(key: string): Promise<TokenStorage | undefined> {
  try {
    (await openDatabase()).close();
  } catch (error) {
    console.warn("IndexedDB is not supported here; local storage is used.", messageOf(error));
    return undefined;
  }
  // Opened for each use, since browsers may close a connection at any time.
  async function run(mode: IDBTransactionMode, makeRequest: (store: IDBObjectStore) => IDBRequest): Promise<unknown> {
    const database = await openDatabase();
    try {
      return await new Promise((resolve, reject) => {
        const transaction = database.transaction(objectStore, mode);
        const request = makeRequest(transaction.objectStore(objectStore)) as IDBRequest<unknown>;
        // Only then the data is written, and the page may be left.
        transaction.oncomplete = () => resolve(request.result);
        transaction.onabort = () => reject(transaction.error ?? new Error("The transaction was aborted."));
      });
    } finally {
      database.close();
    }
  }
  return {
    get: () => run("readonly", (store) => store.get(key)),
    put: async (tokens) => {
      await run("readwrite", (store) => store.put(tokens, key));
    },
    delete: async () => {
      await run("readwrite", (store) => store.delete(key));
    },
  };
}

/** Runs a synchronous action immediately. Its error becomes a rejection. */
function settle<T>(action: () => T): Promise<T> {
  return new Promise((resolve) => resolve(action()));
}

/** Local storage, for browsers without IndexedDB. Its methods are asynchronous, so that errors become rejections. */
function makeLocalStorage(key: string): TokenStorage {
  const name = `strand-sign-in-${key}`;
  return {
    get: async () => {
      const stored = await settle(() => window.localStorage.getItem(name));
      try {
        return stored === null ? undefined : (JSON.parse(stored) as unknown);
      } catch {
        return stored;
      }
    },
    put: (tokens) => settle(() => window.localStorage.setItem(name, JSON.stringify(tokens))),
    delete: () => settle(() => window.localStorage.removeItem(name)),
  };
}

function isTokenSet(value: unknown): value is TokenSet {
  const tokens = (value ?? {}) as Partial<Record<keyof TokenSet, unknown>>;
  return (
    typeof tokens.accessToken === "string" &&
    typeof tokens.idToken === "string" &&
    typeof tokens.tokenExpiry === "number" &&
    ["string", "undefined"].includes(typeof tokens.refreshToken)
  );
}

/** Opens the store of one client of the provider. */
export function openTokenStore(clientId: string): TokenStore {
  let opened: Promise<TokenStorage> | undefined;
  const storage = () => (opened ??= openIndexedDb(clientId).then((database) => database ?? makeLocalStorage(clientId)));
  /** This page's copy, used when the storage fails. */
  let memory: TokenSet | undefined;
  let isRefused = false;

  /** Changes memory and storage. A value that the storage refused must not be replaced by the stored one. */
  async function change(tokens: TokenSet | undefined) {
    memory = tokens;
    try {
      const target = await storage();
      await (tokens ? target.put(tokens) : target.delete());
      isRefused = false;
    } catch (error) {
      isRefused = true;
      console.warn("The tokens cannot be kept.", messageOf(error));
    }
  }

  const remove = () => change(undefined);

  return {
    async read() {
      if (isRefused) return memory;
      let stored: unknown;
      try {
        stored = await (await storage()).get();
      } catch (error) {
        console.warn("The sign-in cannot be read.", messageOf(error));
        return memory;
      }
      if (stored === undefined || isTokenSet(stored)) return stored;
      console.error(texts.brokenTokens);
      await remove();
      return undefined;
    },
    write: change,
    remove,
    forget: () => (memory = undefined),
  };
}
