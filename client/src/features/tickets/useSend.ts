import { useApolloClient } from "@apollo/client/react";
import type { OperationVariables, TypedDocumentNode } from "@apollo/client";
import { useState } from "react";

interface Payload<Ticket> {
  ticket: Ticket | null;
  userErrors: readonly { field: string | null }[];
}

/** What came of sending something about a ticket. */
export type Sent<Ticket> =
  | { ticket: Ticket }
  /** The names of the fields that do not fit. */
  | { fields: readonly string[] }
  | { isFailed: true };

/** Sends something about a ticket in the name of whoever is signed in. It never fails: what went wrong is an answer. */
export function useSend<Data, Variables extends OperationVariables, Ticket>(
  document: TypedDocumentNode<Data, Variables>,
  payloadOf: (data: Data) => Payload<Ticket>,
) {
  const client = useApolloClient();
  const [isSending, setSending] = useState(false);
  const send = async (variables: Variables): Promise<Sent<Ticket>> => {
    setSending(true);
    try {
      const { data } = await client.mutate({
        mutation: document,
        variables,
        fetchPolicy: "no-cache",
        context: { signedIn: true },
      } as Parameters<typeof client.mutate<Data, Variables>>[0]);
      const payload = data && payloadOf(data);
      if (payload?.ticket) return { ticket: payload.ticket };
      const fields = payload?.userErrors.flatMap(({ field }) => field ?? []) ?? [];
      return fields.length > 0 ? { fields } : { isFailed: true };
    } catch (error) {
      console.warn("The ticket could not be changed.", error);
      return { isFailed: true };
    } finally {
      setSending(false);
    }
  };
  return { send, isSending };
}
