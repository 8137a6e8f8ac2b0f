import { useMutation } from "@apollo/client/react";
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { useIntl } from "react-intl";
import { AddTicketCommentDocument, type TicketDetailFragment } from "~/graph/generated/graphql";
import { Button } from "~/ui/button/Button";
import type { SentFile } from "~/ui/draft/draft";
import { useDraft } from "~/ui/draft/useDraft";
import { FileField } from "~/ui/files/FileField";
import type { FileLimits } from "~/ui/files/refusal";
import { FlashMessage } from "~/ui/flash/FlashMessage";
import { TextArea } from "~/ui/input/TextField";
import styles from "./CommentForm.module.css";
import { commentDraft } from "./commentDraft";
import { fieldsOf } from "./fieldsOf";
import { ticketMutation, updateTicket } from "./updateTicket";
import { useFocusBack } from "./useFocusBack";

/** A comment on its way. */
export interface Sending {
  text: string;
  files: readonly SentFile[];
  /** How many comments there were before. */
  after: number;
}

export interface CommentFormProps {
  ticket: TicketDetailFragment;
  userId: string;
  limits: FileLimits;
  /** Called with the comment while it is sent, and with nothing when it has arrived or failed. */
  onSending: (comment: Sending | undefined) => void;
}

const none: readonly SentFile[] = [];

/**
 * Adds a comment, and opens a closed ticket again by it. What is on its way stands in the conversation already; where it does
 * not arrive, it is back in the form.
 */
export function CommentForm({ ticket, userId, limits, onSending }: CommentFormProps) {
  const { formatMessage } = useIntl();
  const { draft, type, addFile, removeFile, ready, renew, sent } = useDraft(commentDraft(ticket.id, userId));
  const [addComment, { loading: isSending }] = useMutation(AddTicketCommentDocument, {
    ...ticketMutation,
    update: (cache, { data }) => updateTicket(cache, data?.addTicketComment.ticket),
  });
  const [outcome, setOutcome] = useState<"ticket.comment.sent" | "ticket.comment.earlier">();
  const [wrong, setWrong] = useState<readonly string[]>([]);
  const [failure, setFailure] = useState<"ticket.comment.failed" | "form.files.running">();
  const [isRunning, setRunning] = useState(false);
  const element = useRef<HTMLFormElement>(null);
  const button = useFocusBack(isSending);
  const title = useId();
  const isClosed = ticket.status === "CLOSED";

  // The server's answer is reached at once.
  useEffect(() => {
    const controls = Array.from(element.current?.elements ?? []) as HTMLInputElement[];
    controls.find((control) => wrong.includes(control.name))?.focus();
  }, [wrong]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isSending) return;
    setOutcome(undefined);
    if (isRunning) {
      setFailure("form.files.running");
      return;
    }
    setFailure(undefined);
    const comment = ready();
    // Trimmed here, so that it is known again: what counts as a space is another thing elsewhere.
    const text = (comment.values.comment ?? "").trim();
    onSending({ text, files: comment.files, after: ticket.comments.length });
    const input = {
      idempotencyKey: comment.key,
      ticket: ticket.id,
      comment: text,
      attachments: comment.files.map((file) => file.id),
    };
    const { data } = await addComment({ variables: { input } });
    const answered = data?.addTicketComment.ticket;
    if (answered) {
      // An earlier attempt may have arrived without a word, and what was changed since has not.
      const hasArrived = answered.comments.some((c) => c.author.id === userId && c.text === text);
      if (hasArrived) sent(comment);
      else renew(answered.comments.flatMap((c) => c.attachments.map(({ id }) => id)));
      setOutcome(hasArrived ? "ticket.comment.sent" : "ticket.comment.earlier");
      onSending(undefined);
      return;
    }
    onSending(undefined);
    const fields = fieldsOf(data?.addTicketComment.userErrors);
    if (fields.length > 0) setWrong(fields);
    else setFailure("ticket.comment.failed");
  };
  return (
    <section className={styles.part} aria-labelledby={title}>
      <h2 className={styles.heading} id={title}>
        {formatMessage({ id: isClosed ? "ticket.reopen" : "ticket.addComment" })}
      </h2>
      {isClosed && <p className={styles.text}>{formatMessage({ id: "ticket.reopen.text" })}</p>}
      <form ref={element} className={styles.form} onSubmit={(event) => void submit(event)}>
        <TextArea
          name="comment"
          label={formatMessage({ id: "ticket.comment" })}
          required
          maxLength={10_000}
          readOnly={isSending}
          value={isSending ? "" : (draft.values.comment ?? "")}
          onChange={(event) => {
            setOutcome(undefined);
            setWrong([]);
            type({ comment: event.target.value });
          }}
          invalidMessage={formatMessage({ id: "ticket.error.comment" })}
          {...(wrong.includes("comment") ? { error: formatMessage({ id: "ticket.error.comment" }) } : {})}
        />
        <FileField
          id="comment-files"
          name="attachments"
          limits={limits}
          files={isSending ? none : draft.files}
          wrong={wrong.includes("attachments")}
          onAdd={addFile}
          onRemove={removeFile}
          onRunning={setRunning}
        />
        {failure && (
          <FlashMessage key={failure} flash={{ type: "error", static: true, text: formatMessage({ id: failure }) }} />
        )}
        <div className={styles.actions}>
          <Button ref={button} type="submit" loading={isSending}>
            {formatMessage({ id: isClosed ? "ticket.reopen" : "ticket.sendComment" })}
          </Button>
          <p role="status" className={styles.sent}>
            {outcome && formatMessage({ id: outcome })}
          </p>
        </div>
      </form>
    </section>
  );
}
