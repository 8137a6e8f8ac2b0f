import { createContext } from "react";

/** What `action:` links can do, by name (NAV-22). */
export type Actions = Readonly<Record<string, () => void>>;

export const ActionsContext = createContext<Actions>({});

/** Makes in-page actions known to the links below it. */
export const ActionsProvider = ActionsContext.Provider;

/** Runs an in-page action; one that nobody knows is warned about. */
export function runAction(actions: Actions, name: string | null | undefined): void {
  // What every object has is no action.
  const action = name && Object.hasOwn(actions, name) ? actions[name] : undefined;
  if (action) action();
  else console.warn("No such action", name);
}
