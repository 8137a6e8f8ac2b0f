/**
 * `localStorage` key: the user has logged out in this browser and has not logged in since (AUTH-8). Its value is
 * whether a page has said so.
 */
const key = "strand-logged-out";
const isUnseen = "unseen";

/** The storage may not be permitted; a login is possible without it (ERR-28). */
function withStorage<T>(work: (storage: Storage) => T): T | undefined {
  try {
    return work(window.localStorage);
  } catch (error) {
    console.warn("The browser's storage cannot be used.", error);
    return undefined;
  }
}

/** Returns whether the user has logged out in this browser: the next login asks for the password. */
export function hasLoggedOut(): boolean {
  return withStorage((storage) => storage.getItem(key) !== null) ?? false;
}

/** Records a logout, or the login that follows it, for all tabs. */
export function recordLogout(isLoggedOut: boolean) {
  withStorage((storage) => (isLoggedOut ? storage.setItem(key, isUnseen) : storage.removeItem(key)));
}

/** Returns once after a logout whether the page has to say that the user is logged out. */
export function takeLogoutNotice(): boolean {
  return (
    withStorage((storage) => {
      if (storage.getItem(key) !== isUnseen) return false;
      storage.setItem(key, "seen");
      return true;
    }) ?? false
  );
}
