import { useMutation } from "@apollo/client/react";
import { useState } from "react";
import {
  CreateTicketDocument,
  type CreateTicketMutation,
  type NewTicketFormFragment,
  type TicketConcern,
  type TicketType,
} from "~/graph/generated/graphql";
import { hasCode, hasKnownResult, rateLimited } from "~/graph/errorCode";
import { signedIn } from "~/graph/signedIn";
import { newKey, removeDraft, storeDraft, type UploadedFile } from "~/ui/draft/draft";
import { useDraft } from "~/ui/draft/useDraft";
import { byName } from "~/ui/form/values";
import { commentDraft } from "./commentDraft";
import { invalidFields } from "./invalidFields";
import { withInitialValues, withMachine, withValue } from "./ticketValues";
import { documentLocale } from "~/lib/documentLocale";

type Values = Readonly<Record<string, string>>;
export type CreatedTicket = NonNullable<CreateTicketMutation["createTicket"]["ticket"]>;

export interface NewTicketProps {
  form: NewTicketFormFragment;
  userId: string;
  /** Formats the values that an earlier attempt did not save, as the text of a comment. */
  formatUnsaved: (unsaved: Values) => string;
  /** Called with the ticket, and with whether an earlier attempt created it with other values. */
  onCreated: (ticket: CreatedTicket, isEarlier: boolean) => void;
}

/** The values of a new ticket, with a draft per user of this browser (TICK-23), and their submission. */
export function useNewTicket({ form, userId, formatUnsaved, onCreated }: NewTicketProps) {
  const draftName = `ticket-${userId}`;
  const { draft, setValues, addFile, addThumbnail, removeFile, prepare, wasInterrupted, forgetAttempt } =
    useDraft(draftName);
  const [createTicket, { loading }] = useMutation(CreateTicketDocument, signedIn);
  const [isCreated, setCreated] = useState(false);
  const [invalid, setInvalid] = useState<readonly string[]>([]);
  const [failure, setFailure] = useState<"ticket.failed" | "ticket.limited" | "form.files.running">();
  const [isUploading, setUploading] = useState(false);
  const values = withInitialValues(form, draft.values);
  const isPending = loading || isCreated;

  /** Stores the values that an earlier attempt did not save as the draft of a comment (TICK-6). */
  const storeUnsaved = (ticketId: string, unsaved: Values, files: readonly UploadedFile[]) => {
    const left = unsaved.attachments?.split(",") ?? [];
    storeDraft(commentDraft(ticketId, userId), {
      key: newKey(),
      values: { comment: formatUnsaved(unsaved) },
      files: files.filter(({ id }) => left.includes(id)),
    });
  };

  const submit = async () => {
    if (isPending) return;
    if (isUploading) {
      setFailure("form.files.running");
      return;
    }
    setFailure(undefined);
    const { key, files } = prepare();
    const text = (name: string) => values[name] ?? "";
    const { data, error } = await createTicket({
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
          attachments: files.map((file) => file.id),
        },
      },
    });
    const payload = data?.createTicket;
    const refused = invalidFields(payload?.userErrors);
    if (payload?.ticket) {
      setCreated(true);
      removeDraft(draftName, key);
      const isEarlier = payload.unsaved.length > 0;
      if (isEarlier) storeUnsaved(payload.ticket.id, byName(payload.unsaved), files);
      onCreated(payload.ticket, isEarlier);
      return;
    }
    if (hasKnownResult({ data, error })) forgetAttempt();
    if (refused.length > 0) setInvalid(refused);
    else setFailure(hasCode(error, rateLimited) ? "ticket.limited" : "ticket.failed");
  };

  return {
    values,
    files: draft.files,
    /** The names of the refused fields. */
    invalid,
    failure,
    /** An earlier attempt had no answer. */
    wasInterrupted,
    /** Values do not change while they are sent, and after the ticket was created. */
    isPending,
    addFile,
    addThumbnail,
    removeFile,
    setUploading,
    setValue: (name: string, value: string) => {
      if (invalid.length > 0) setInvalid(invalid.filter((one) => one !== name));
      setValues(withValue(form.machines, values, name, value));
    },
    selectMachine: (id: string) => setValues(withMachine(form.machines, values, id)),
    submit,
  };
}
