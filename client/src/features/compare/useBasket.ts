import { useSyncExternalStore } from "react";
import { type Basket, countItems, emptyBasket, parseBasket } from "./basket";

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

/** The number of products after the last change that is to be announced. */
let announcedCount: number | undefined;

/**
 * Changes the basket in this tab and all others. A change that the caller announces in its own words is not announced a
 * second time.
 */
export function updateBasket(change: (basket: Basket) => Basket, { isAnnounced = true } = {}) {
  basket = change(read());
  announcedCount = isAnnounced ? countItems(basket) : undefined;
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

/** The number of products to announce, after the visitor has changed the basket in this tab; else undefined. */
export function useAnnouncedCount(): number | undefined {
  return useSyncExternalStore(
    subscribe,
    () => announcedCount,
    () => undefined,
  );
}
