import type { ManagedUserListFragment, UserActionOptionFragment } from "~/graph/generated/graphql";

type User = ManagedUserListFragment["users"][number];

/** An action with the selected users for whom it is allowed: one step for each, or for each of their requests. */
export interface BulkChoice {
  key: string;
  option: UserActionOptionFragment;
  /** The choice answers all open requests, whatever their application. */
  isRequest: boolean;
  steps: readonly { user: User; option: UserActionOptionFragment }[];
}

/** The actions that need no input for each user; destructive ones last. */
export function choicesOf(users: readonly User[]): readonly BulkChoice[] {
  const byKey = new Map<string, BulkChoice & { steps: { user: User; option: UserActionOptionFragment }[] }>();
  for (const user of users) {
    for (const option of user.actions) {
      const { action, application, organization, role } = option;
      if (action === "EDIT_ACCESS") continue;
      const isRequest = action === "ACCEPT_REQUEST" || action === "DENY_REQUEST";
      const key = isRequest ? action : [action, application, organization?.id, role].join(" ");
      const choice = byKey.get(key) ?? { key, option, isRequest, steps: [] };
      choice.steps.push({ user, option });
      byKey.set(key, choice);
    }
  }
  return [...byKey.values()].toSorted((a, b) => Number(a.option.isDestructive) - Number(b.option.isDestructive));
}

/** The users of the steps, each once. */
export function usersOf({ steps }: Pick<BulkChoice, "steps">): readonly User[] {
  return [...new Set(steps.map(({ user }) => user))];
}
