import { useMutation } from "@apollo/client/react";
import { type RefObject, useState } from "react";
import {
  CreateTicketDocument,
  type CreateTicketMutation,
  type NewTicketFormFragment,
  type TicketConcern,
  type TicketType,
} from "~/graph/generated/graphql";
import { refusal } from "~/graph/errorCode";
import { signedIn } from "~/graph/signedIn";
import { type Draft, newKey, removeDraft, storeDraft, type UploadedFile } from "~/ui/draft/draft";
import { useDraft } from "~/ui/draft/useDraft";
import { useForm } from "~/ui/form/useForm";
import { byName } from "~/ui/form/values";
import { commentDraft } from "./commentDraft";
import { withInitialValues, withMachine, withValue } from "./ticketValues";
import { documentLocale } from "~/lib/document/documentLocale";

type Values = Readonly<Record<string, string>>;
export type CreatedTicket = NonNullable<CreateTicketMutation["createTicket"]["ticket"]>;

export interface NewTicketProps {
  element: RefObject<HTMLFormElement | null>;
  form: NewTicketFormFragment;
  userId: string;
  /** The values that are sent for the ones of the form. */
  complete?: (values: Values) => Values;
  /** Formats the values that an earlier attempt did not save, as the text of a comment. */
  formatUnsaved: (unsaved: Values) => string;
  /** Called with the ticket, and with whether an earlier attempt created it with other values. */
  onCreated: (ticket: CreatedTicket, isEarlier: boolean) => void;
}

/** The values of a new ticket, with a draft per user of this browser (TICK-23), and their submission. */
export function useNewTicket({
  element,
  form,
  userId,
  complete = (values) => values,
  formatUnsaved,
  onCreated,
}: NewTicketProps) {
  const draftName = `ticket-${userId}`;
  const kept = useDraft(draftName);
  const state = useForm({ element, draft: kept });
  const [createTicket] = useMutation(CreateTicketDocument, signedIn);
  const [isCreated, setCreated] = useState(false);
  const values = withInitialValues(form, kept.draft.values);
  const isPending = state.isSending || isCreated;

  /** Stores the values that an earlier attempt did not save as the draft of a comment (TICK-6). */
  const storeUnsaved = (ticketId: string, unsaved: Values, files: readonly UploadedFile[]) => {
    const left = unsaved.attachments?.split(",") ?? [];
    storeDraft(commentDraft(ticketId, userId), {
      key: newKey(),
      values: { comment: formatUnsaved(unsaved) },
      files: files.filter(({ id }) => left.includes(id)),
    });
  };

  const create = async ({ key, files }: Draft) => {
    const sent = complete(values);
    const text = (name: string) => sent[name] ?? "";
    const answer = await createTicket({
      variables: {
        locale: documentLocale(),
        input: {
          idempotencyKey: key,
          location: text("location"),
          type: text("type") as TicketType,
          concern: text("concern") as TicketConcern,
          subject: text("subject"),
          description: text("description"),
          machine: text("machine"),
          serialNumber: text("serialNumber"),
          standsStill: text("standsStill") ? text("standsStill") === "YES" : null,
          attachments: files.map((file) => file.id),
        },
      },
    });
    const payload = answer.data?.createTicket;
    if (!payload?.ticket) return refusal(answer, payload?.userErrors);
    setCreated(true);
    removeDraft(draftName, key);
    const isEarlier = payload.unsaved.length > 0;
    if (isEarlier) storeUnsaved(payload.ticket.id, byName(payload.unsaved), files);
    onCreated(payload.ticket, isEarlier);
    return {};
  };

  return {
    form: state,
    kept,
    values,
    /** Values do not change while they are sent, and after the ticket was created. */
    isPending,
    setValue: (name: string, value: string) => {
      state.accept(name);
      kept.setValues(withValue(form.machines, values, name, value));
    },
    selectMachine: (id: string) => kept.setValues(withMachine(form.machines, values, id)),
    submit: async () => {
      if (!isPending) await state.send(create);
    },
  };
}
