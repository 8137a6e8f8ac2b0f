import { useSyncExternalStore } from "react";
import { type Basket, emptyBasket, parse } from "./basket";

/** The key of the basket in the browser's storage (CAT-29). */
export const storageKey = "strand-comparison";

/** What was last seen in the storage. */
let text: string | null = null;
/** The basket of this page: what is stored, and changes that could not be stored. */
let basket = emptyBasket;

const listeners = new Set<() => void>();

function read(): Basket {
  let stored: string | null = null;
  try {
    stored = window.localStorage.getItem(storageKey);
  } catch {
    // Storage that is forbidden is like an empty one; what is in memory stays.
    return basket;
  }
  if (stored === text) return basket;
  text = stored;
  try {
    basket = parse(stored);
  } catch (error) {
    console.warn("The comparison basket cannot be read; it starts empty.", error);
    basket = emptyBasket;
  }
  return basket;
}

/** Changes the basket, for this tab and all others. */
export function updateBasket(change: (basket: Basket) => Basket) {
  basket = change(read());
  const changed = JSON.stringify(basket);
  try {
    window.localStorage.setItem(storageKey, changed);
    text = changed;
  } catch (error) {
    // `text` is still what is stored, so that reading it does not take this page's basket away.
    console.warn("The comparison basket cannot be stored; it is kept for this page.", error);
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  // Other tabs change the same storage.
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

/** The products that the visitor compares: empty on the server and until the page is hydrated. */
export function useBasket(): Basket {
  return useSyncExternalStore(subscribe, read, () => emptyBasket);
}
