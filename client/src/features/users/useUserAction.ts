import { useApolloClient, useMutation } from "@apollo/client/react";
import { useCallback } from "react";
import {
  ChangeUserDocument,
  type ChangeUserInput,
  type ManagedUserDetailFragment,
  UndoUserChangeDocument,
} from "~/graph/generated/graphql";
import { signedIn } from "~/graph/signedIn";

/** What an action needs beside the user. */
export type Change = Omit<ChangeUserInput, "idempotencyKey" | "user">;

/** The result of an action. */
export interface ActionResult {
  /** The code of the refusal, or of the failure; nothing for an action that was done. */
  code?: string | undefined;
  /** What the failure of the network or the server says; nothing for others. */
  detail?: string | undefined;
  /** The user after it; null where the administrator cannot see the user any more. */
  user?: ManagedUserDetailFragment | null | undefined;
  /** The id of the undo of a destructive action. */
  undo?: string | undefined;
}

/** The code of a failure of the network or the server: whether the action was done is unknown. */
export const failure = "FAILED";

/** Takes actions on users. Each call of `act` is one attempt: the link repeats it with the same key while the network fails. */
export function useUserAction() {
  const client = useApolloClient();
  const [changeUser, { loading: isChanging }] = useMutation(ChangeUserDocument, signedIn);
  const [undoUserChange, { loading: isUndoing }] = useMutation(UndoUserChangeDocument, signedIn);

  const forget = useCallback(
    (id: string) => {
      client.cache.evict({ id: client.cache.identify({ __typename: "ManagedUser", id }) });
      client.cache.gc();
    },
    [client],
  );

  const act = useCallback(
    async (user: string, change: Change): Promise<ActionResult> => {
      const input = { ...change, user, idempotencyKey: crypto.randomUUID() };
      const { data, error } = await changeUser({ variables: { input } });
      if (!data) return { code: failure, detail: error?.message };
      const { user: after, userErrors, undo } = data.changeUser;
      if (!after) forget(user);
      return { code: userErrors[0]?.code, user: after, undo: undo?.id };
    },
    [changeUser, forget],
  );

  const undo = useCallback(
    async (id: string): Promise<ActionResult> => {
      const { data, error } = await undoUserChange({ variables: { id } });
      if (!data) return { code: failure, detail: error?.message };
      return { code: data.undoUserChange.userErrors[0]?.code, user: data.undoUserChange.user };
    },
    [undoUserChange],
  );

  return { act, undo, isBusy: isChanging || isUndoing };
}
