import { createContext } from "react";

/** The actions of `action:` links by name (NAV-22). */
export type Actions = Readonly<Record<string, () => void>>;

export const ActionsContext = createContext<Actions>({});

/** Provides the actions to the links below it. */
export const ActionsProvider = ActionsContext.Provider;

/** Runs an action; logs a warning for an unknown one. */
export function runAction(actions: Actions, name: string | null | undefined): void {
  // Inherited properties of objects are not actions.
  const action = name && Object.hasOwn(actions, name) ? actions[name] : undefined;
  if (action) action();
  else console.warn("No such action", name);
}
