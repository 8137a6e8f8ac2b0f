import { act } from "@testing-library/react";
import type { Account } from "~/lib/account/account";
import type { SignIn, SignInState } from "~/signin/signIn";

/** An account whose session the test changes. */
export function accountOf(first: SignInState, signIn: Partial<SignIn> = {}) {
  let state = first;
  const listeners = new Set<() => void>();
  const account: Account = {
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    open: () => Promise.resolve(signIn as SignIn),
    idToken: () => Promise.resolve("a-token"),
    accessToken: () => Promise.resolve(undefined),
  };
  const change = (next: SignInState) => {
    state = next;
    listeners.forEach((listener) => listener());
  };
  const setState = (next: SignInState) =>
    act(async () => {
      change(next);
      await Promise.resolve();
    });
  return { account, change, setState };
}
