import { useApolloClient, useMutation } from "@apollo/client/react";
import { useCallback, useRef } from "react";
import {
  ChangeUserDocument,
  type ChangeUserInput,
  type ManagedUserDetailFragment,
  UndoUserChangeDocument,
} from "~/graph/generated/graphql";
import { hasCode, rateLimited, recipientLimited } from "~/graph/errorCode";
import { signedIn } from "~/graph/signedIn";

/** The input of an action without the user. */
export type Change = Omit<ChangeUserInput, "idempotencyKey" | "user">;

/** The result of an action. */
export interface ActionResult {
  /** The code of the user error or failure; undefined on success. */
  code?: string | undefined;
  /** The message of a network or server failure; undefined for other errors. */
  detail?: string | undefined;
  /** The user after the action; null if the administrator may no longer see the user. */
  user?: ManagedUserDetailFragment | null | undefined;
  /** The undo id of a destructive action, also of an undo without an answer. */
  undo?: string | undefined;
}

/** The code of a network or server failure: it is unknown whether the action was done. */
export const failure = "FAILED";

/** The code of an action that was refused since the administrator has not logged in recently. */
export const loginRequired = "RECENT_LOGIN_REQUIRED";

/** The code of an action without an answer: of a limit or a required login, otherwise that of a failure. */
export function failureCode(error: unknown): string {
  return [rateLimited, recipientLimited, loginRequired].find((code) => hasCode(error, code)) ?? failure;
}

/**
 * Runs actions on users. An action without an answer keeps its idempotency key: repeating it after a failure does not
 * execute it twice (USER-28).
 */
export function useUserAction() {
  const client = useApolloClient();
  const [changeUser, { loading: isChanging }] = useMutation(ChangeUserDocument, signedIn);
  const [undoUserChange, { loading: isUndoing }] = useMutation(UndoUserChangeDocument, signedIn);

  /** The idempotency keys of the actions without an answer, by user and change. */
  const pendingKeys = useRef(new Map<string, string>());

  const forget = useCallback(
    (id: string) => {
      client.cache.evict({ id: client.cache.identify({ __typename: "ManagedUser", id }) });
      client.cache.gc();
    },
    [client],
  );

  const act = useCallback(
    async (user: string, change: Change): Promise<ActionResult> => {
      const action = JSON.stringify([user, change]);
      const idempotencyKey = pendingKeys.current.get(action) ?? crypto.randomUUID();
      pendingKeys.current.set(action, idempotencyKey);
      const { data, error } = await changeUser({ variables: { input: { ...change, user, idempotencyKey } } });
      if (!data) return { code: failureCode(error), detail: error?.message };
      pendingKeys.current.delete(action);
      const { user: after, userErrors, undo } = data.changeUser;
      if (!after) forget(user);
      return { code: userErrors[0]?.code, user: after, undo: undo?.id };
    },
    [changeUser, forget],
  );

  const undo = useCallback(
    async (id: string): Promise<ActionResult> => {
      const { data, error } = await undoUserChange({ variables: { id } });
      // Without an answer, the undo can be repeated.
      if (!data) return { code: failure, detail: error?.message, undo: id };
      return { code: data.undoUserChange.userErrors[0]?.code, user: data.undoUserChange.user };
    },
    [undoUserChange],
  );

  return { act, undo, isBusy: isChanging || isUndoing };
}
