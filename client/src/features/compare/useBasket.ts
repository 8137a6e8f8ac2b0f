import { useSyncExternalStore } from "react";
import { type Basket, emptyBasket, parseBasket } from "./basket";

/** The `localStorage` key of the basket (CAT-29). */
export const storageKey = "strand-comparison";

/** The text that was last read from the storage. */
let storedText: string | null = null;
/** The basket of this page: the stored one, with changes that could not be stored. */
let basket = emptyBasket;

let isFailureLogged = false;

const listeners = new Set<() => void>();

function read(): Basket {
  let stored: string | null = null;
  try {
    stored = window.localStorage.getItem(storageKey);
  } catch (error) {
    // Blocked storage counts as empty; the basket in memory stays. Every render reads it.
    if (!isFailureLogged) console.warn("The comparison basket cannot be read from the storage.", error);
    isFailureLogged = true;
    return basket;
  }
  if (stored === storedText) return basket;
  storedText = stored;
  try {
    basket = parseBasket(stored);
  } catch (error) {
    console.warn("The comparison basket cannot be read.", error);
    basket = emptyBasket;
  }
  return basket;
}

/** The visitor has changed the basket in this tab. */
let isChanged = false;

/** Changes the basket in this tab and all others. */
export function updateBasket(change: (basket: Basket) => Basket) {
  isChanged = true;
  basket = change(read());
  const newText = JSON.stringify(basket);
  try {
    window.localStorage.setItem(storageKey, newText);
    storedText = newText;
  } catch (error) {
    // `text` still has the stored value, so that the next read does not discard the basket of this page.
    console.warn("The comparison basket cannot be stored.", error);
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

/** The products that the visitor compares. Empty on the server and until the page is hydrated. */
export function useBasket(): Basket {
  return useSyncExternalStore(subscribe, read, () => emptyBasket);
}

/** Whether the visitor has changed the basket in this tab since the document was loaded. */
export function useIsBasketChanged(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => isChanged,
    () => false,
  );
}
