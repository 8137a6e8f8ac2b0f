import { useMutation } from "@apollo/client/react";
import { type SubmitEvent, useEffect, useId, useRef, useState } from "react";
import { useIntl } from "react-intl";
import {
  AddTicketCommentDocument,
  type FormFieldViewNormalizedFragment,
  type TicketDetailFragment,
} from "~/graph/generated/graphql";
import { hasKnownResult } from "~/graph/errorCode";
import { Button } from "~/ui/button/Button";
import type { UploadedFile } from "~/ui/draft/draft";
import { useDraft } from "~/ui/draft/useDraft";
import { FileField } from "~/ui/files/FileField";
import { FlashMessage } from "~/ui/flash/FlashMessage";
import { FormField } from "~/ui/form/FormField";
import { byName } from "~/ui/form/values";
import styles from "./CommentForm.module.css";
import { commentDraft } from "./commentDraft";
import { invalidFields } from "./invalidFields";
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
  const draftState = useDraft(commentDraft(ticket.id, userId));
  const {
    draft,
    setValues,
    addFile,
    addThumbnail,
    removeFile,
    prepare,
    replace,
    complete,
    wasInterrupted,
    forgetAttempt,
  } = draftState;
  const [addComment, { loading: isSending }] = useMutation(AddTicketCommentDocument, {
    ...ticketMutation,
    update: (cache, { data }) => updateTicket(cache, data?.addTicketComment.ticket),
  });
  const [sentMessage, setSentMessage] = useState<"ticket.comment.sent" | "ticket.comment.earlier">();
  const [invalid, setInvalid] = useState<readonly string[]>([]);
  const [failure, setFailure] = useState<"ticket.comment.failed" | "form.files.running">();
  const [isRunning, setRunning] = useState(false);
  const element = useRef<HTMLFormElement>(null);
  const title = useId();
  const isClosed = ticket.status === "CLOSED";

  // Focuses the first refused value.
  useEffect(() => {
    const controls = Array.from(element.current?.elements ?? []) as HTMLInputElement[];
    controls.find((control) => invalid.includes(control.name))?.focus();
  }, [invalid]);

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (isSending) return;
    setSentMessage(undefined);
    if (isRunning) {
      setFailure("form.files.running");
      return;
    }
    setFailure(undefined);
    const comment = prepare();
    const text = comment.values.comment ?? "";
    onPending({ text, files: comment.files, after: ticket.comments.length });
    const input = {
      idempotencyKey: comment.key,
      ticket: ticket.id,
      comment: text,
      attachments: comment.files.map((file) => file.id),
    };
    const { data, error } = await addComment({ variables: { input } });
    const answered = data?.addTicketComment.ticket;
    if (answered) {
      const unsaved = byName(data.addTicketComment.unsaved);
      const left = unsaved.attachments?.split(",") ?? [];
      const saved = comment.files.map(({ id }) => id).filter((id) => !left.includes(id));
      const isEarlier = data.addTicketComment.unsaved.length > 0;
      if (isEarlier) replace({ comment: unsaved.comment ?? "" }, saved);
      else complete(comment);
      setSentMessage(isEarlier ? "ticket.comment.earlier" : "ticket.comment.sent");
      onSent();
      onPending(undefined);
      return;
    }
    onPending(undefined);
    if (hasKnownResult({ data, error })) forgetAttempt();
    const refused = invalidFields(data?.addTicketComment.userErrors);
    if (refused.length > 0) setInvalid(refused);
    else setFailure("ticket.comment.failed");
  };
  return (
    <section className={styles.part} aria-labelledby={title}>
      <h2 className={styles.heading} id={title}>
        {formatMessage({ id: isClosed ? "ticket.reopen" : "ticket.addComment" })}
      </h2>
      {isClosed && <p className={styles.text}>{formatMessage({ id: "ticket.reopen.text" })}</p>}
      <form ref={element} className={styles.form} onSubmit={(event) => void submit(event)}>
        {fields.map((field) =>
          field.files ? (
            <FileField
              key={field.name}
              id="comment-files"
              name={field.name}
              limits={field.files}
              files={isSending ? noFiles : draft.files}
              isInvalid={invalid.includes(field.name)}
              onAdd={addFile}
              onThumbnail={addThumbnail}
              onRemove={removeFile}
              onRunning={setRunning}
            />
          ) : (
            <FormField
              key={field.name}
              field={field}
              texts={ticketTexts}
              value={isSending ? "" : (draft.values[field.name] ?? "")}
              onChange={(value) => {
                setSentMessage(undefined);
                setInvalid([]);
                setValues({ [field.name]: value });
              }}
              readOnly={isSending}
              isInvalid={invalid.includes(field.name)}
            />
          ),
        )}
        {wasInterrupted && !failure && (
          <FlashMessage flash={{ static: true, text: formatMessage({ id: "form.interrupted" }) }} />
        )}
        {failure && (
          <FlashMessage key={failure} flash={{ type: "error", static: true, text: formatMessage({ id: failure }) }} />
        )}
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
