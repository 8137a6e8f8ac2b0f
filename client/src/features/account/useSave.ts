import { useApolloClient } from "@apollo/client/react";
import type { OperationVariables, TypedDocumentNode } from "@apollo/client";
import { useState } from "react";

/** Sends what somebody changes of their account, in their name. It never fails: what went wrong is a state. */
export function useSave<Data, Variables extends OperationVariables>(document: TypedDocumentNode<Data, Variables>) {
  const client = useApolloClient();
  const [state, setState] = useState<"open" | "saving" | "failed">("open");
  /** What was answered; nothing where sending failed, or while something is being sent. */
  const save = async (variables: Variables): Promise<Data | undefined> => {
    if (state === "saving") return undefined;
    setState("saving");
    try {
      const { data } = await client.mutate({ mutation: document, variables, context: { signedIn: true } } as Parameters<
        typeof client.mutate<Data, Variables>
      >[0]);
      setState(data ? "open" : "failed");
      return data ?? undefined;
    } catch (error) {
      console.warn("The account could not be changed.", error);
      setState("failed");
      return undefined;
    }
  };
  return { save, isSaving: state === "saving", hasFailed: state === "failed" };
}
