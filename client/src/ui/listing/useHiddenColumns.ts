import { useSyncExternalStore } from "react";

/** `localStorage` key: the ids of the columns that the user has hidden, by the name of the list. */
const columnsKey = "strand-columns";

function read(): string | null {
  try {
    return localStorage.getItem(columnsKey);
  } catch {
    return null;
  }
}

/** The choice in a stored text; an invalid one hides nothing. */
function parse(stored: string | null): Readonly<Record<string, readonly string[]>> {
  try {
    const isText = (one: unknown): one is string => typeof one === "string";
    const value = Object.entries(JSON.parse(stored ?? "{}") as object);
    return Object.fromEntries(value.map(([name, ids]) => [name, Array.isArray(ids) ? ids.filter(isText) : []]));
  } catch {
    return {};
  }
}

const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  // A change in another tab.
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

function hide(name: string, ids: readonly string[]) {
  const all = Object.entries({ ...parse(read()), [name]: ids }).filter(([, hidden]) => hidden.length > 0);
  try {
    if (all.length > 0) localStorage.setItem(columnsKey, JSON.stringify(Object.fromEntries(all)));
    else localStorage.removeItem(columnsKey);
  } catch (error) {
    console.warn("The browser's storage cannot be written.", error);
  }
  listeners.forEach((listener) => listener());
}

/** The ids of the columns that the user has hidden in a list, for this browser. A list without a name shows all. */
export function useHiddenColumns(name: string | undefined) {
  const stored = useSyncExternalStore(subscribe, read, () => null);
  const hidden = (name && parse(stored)[name]) || [];
  return [hidden, (ids: readonly string[]) => name && hide(name, ids)] as const;
}
