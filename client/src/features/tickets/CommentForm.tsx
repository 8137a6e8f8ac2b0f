import { useMutation } from "@apollo/client/react";
import { useId, useRef, useState } from "react";
import { useIntl } from "react-intl";
import {
  AddTicketCommentDocument,
  type FormFieldViewNormalizedFragment,
  type TicketDetailFragment,
} from "~/graph/generated/graphql";
import { refusal } from "~/graph/errorCode";
import { Button } from "~/ui/button/Button";
import type { Draft, UploadedFile } from "~/ui/draft/draft";
import { useDraft } from "~/ui/draft/useDraft";
import { FileField } from "~/ui/files/FileField";
import { FormField } from "~/ui/form/FormField";
import { FormNotice } from "~/ui/form/FormNotice";
import { useForm } from "~/ui/form/useForm";
import { byName } from "~/ui/form/values";
import styles from "./CommentForm.module.css";
import { commentDraft } from "./commentDraft";
import { ticketTexts } from "./ticketTexts";
import { ticketMutation, updateTicket } from "./updateTicket";

/** A comment whose request is pending. */
export interface PendingComment {
  text: string;
  files: readonly UploadedFile[];
  /** The number of comments before it. */
  after: number;
}

export interface CommentFormProps {
  ticket: TicketDetailFragment;
  userId: string;
  fields: readonly FormFieldViewNormalizedFragment[];
  /** Whether sending a comment is the latest action on the page: its result is shown. */
  isSentShown: boolean;
  /** Called with the comment while its request is pending, and with undefined when it has succeeded or failed. */
  onPending: (comment: PendingComment | undefined) => void;
  /** Called after a comment was sent. */
  onSent: () => void;
}

const noFiles: readonly UploadedFile[] = [];

/**
 * Adds a comment, which reopens a closed ticket. While the request is pending the comment is shown in the conversation;
 * on failure it is back in the form.
 */
export function CommentForm({ ticket, userId, fields, isSentShown, onPending, onSent }: CommentFormProps) {
  const { formatMessage } = useIntl();
  const kept = useDraft(commentDraft(ticket.id, userId));
  const element = useRef<HTMLFormElement>(null);
  const form = useForm({ element, draft: kept });
  const { isSending } = form;
  const [addComment] = useMutation(AddTicketCommentDocument, {
    ...ticketMutation,
    update: (cache, { data }) => updateTicket(cache, data?.addTicketComment.ticket),
  });
  const [sentMessage, setSentMessage] = useState<"ticket.comment.sent" | "ticket.comment.earlier">();
  const title = useId();
  const isClosed = ticket.status === "CLOSED";

  const add = async (comment: Draft) => {
    const text = comment.values.comment ?? "";
    onPending({ text, files: comment.files, after: ticket.comments.length });
    const input = {
      idempotencyKey: comment.key,
      ticket: ticket.id,
      comment: text,
      attachments: comment.files.map((file) => file.id),
    };
    const answer = await addComment({ variables: { input } });
    onPending(undefined);
    const payload = answer.data?.addTicketComment;
    if (!payload?.ticket) return refusal(answer, payload?.userErrors);
    const unsaved = byName(payload.unsaved);
    const left = unsaved.attachments?.split(",") ?? [];
    const saved = comment.files.map(({ id }) => id).filter((id) => !left.includes(id));
    const isEarlier = payload.unsaved.length > 0;
    if (isEarlier) kept.replace({ comment: unsaved.comment ?? "" }, saved);
    else kept.complete(comment);
    setSentMessage(isEarlier ? "ticket.comment.earlier" : "ticket.comment.sent");
    onSent();
    return {};
  };
  return (
    <section className={styles.part} aria-labelledby={title}>
      <h2 className={styles.heading} id={title}>
        {formatMessage({ id: isClosed ? "ticket.reopen" : "ticket.addComment" })}
      </h2>
      {isClosed && <p className={styles.text}>{formatMessage({ id: "ticket.reopen.text" })}</p>}
      <form
        ref={element}
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          setSentMessage(undefined);
          void form.send(add);
        }}
      >
        {fields.map((field) =>
          field.files ? (
            <FileField
              key={field.name}
              id="comment-files"
              name={field.name}
              limits={field.files}
              files={isSending ? noFiles : kept.draft.files}
              isInvalid={form.refused.includes(field.name)}
              onAdd={kept.addFile}
              onThumbnail={kept.addThumbnail}
              onRemove={kept.removeFile}
              onRunning={form.setUploading}
            />
          ) : (
            <FormField
              key={field.name}
              field={field}
              texts={ticketTexts}
              value={isSending ? "" : (kept.draft.values[field.name] ?? "")}
              onChange={(value) => {
                setSentMessage(undefined);
                form.accept(field.name);
                kept.setValues({ [field.name]: value });
              }}
              readOnly={isSending}
              isInvalid={form.refused.includes(field.name)}
            />
          ),
        )}
        <FormNotice
          form={form}
          failed="ticket.comment.failed"
          interrupted={kept.wasInterrupted ? "form.interrupted" : undefined}
        />
        <div className={styles.actions}>
          <Button type="submit" loading={isSending}>
            {formatMessage({ id: isClosed ? "ticket.reopen" : "ticket.sendComment" })}
          </Button>
          <p role="status" className={styles.sent}>
            {isSentShown && sentMessage && formatMessage({ id: sentMessage })}
          </p>
        </div>
      </form>
    </section>
  );
}
