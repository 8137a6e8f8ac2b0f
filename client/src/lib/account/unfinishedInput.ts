import type { Account } from "./account";

/**
 * Keeps what a user has entered on a page of the portal when the session ends without a sign-out (AUTH-32): the page
 * asks for a login in another window, and operations wait for it.
 */

/** The number of sent changes without an answer. */
let openChanges = 0;
/** The number of shown pages that ask for the login. */
let askingPages = 0;
/** Ends the operations that wait for the login. */
const waiting = new Set<() => void>();

/** Counts a change of the signed-in user; returns the function to call after its answer. */
export function beginChange(): () => void {
  openChanges++;
  return () => openChanges--;
}

/** Announces a page that asks for the login; returns the function to call when it is left. */
export function beginAsking(): () => void {
  askingPages++;
  return () => {
    askingPages--;
    // The user has left what was entered.
    if (askingPages === 0) for (const end of waiting) end();
  };
}

/** Whether something would be lost if the page was left: an open dialog, a field with the focus, or an open change. */
export function hasUnfinishedInput(): boolean {
  const isTyping = document.activeElement?.matches("input, textarea, select") ?? false;
  return openChanges > 0 || isTyping || document.querySelector("dialog[open]") !== null;
}

/**
 * Resolves to true when the user whose session has ended is signed in again, and to false for another user, when the
 * page is left, and if nothing has to be kept. The page is loaded again when the user gives up.
 */
export function waitForSameUser(account: Account): Promise<boolean> {
  const ended = account.state();
  const userId = ended.kind === "anonymous" ? ended.endedUserId : undefined;
  if (userId === undefined || askingPages === 0 || !hasUnfinishedInput()) return Promise.resolve(false);
  return new Promise((resolve) => {
    const settle = (isSame: boolean) => {
      unsubscribe();
      waiting.delete(leave);
      resolve(isSame);
    };
    const leave = () => settle(false);
    const unsubscribe = account.subscribe(() => {
      const state = account.state();
      if (state.kind === "signedIn") settle(state.user.id === userId);
    });
    waiting.add(leave);
  });
}
