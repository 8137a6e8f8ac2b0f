import { clsx } from "clsx";
import { type ReactNode, useId } from "react";
import { useIntl } from "react-intl";
import type { TicketDetailFragment } from "~/graph/generated/graphql";
import { Spinner } from "~/ui/spinner/Spinner";
import { Attachments } from "./Attachments";
import type { PendingComment } from "./CommentForm";
import styles from "./Conversation.module.css";
import { useNow } from "./useNow";

export interface ConversationProps {
  ticket: TicketDetailFragment;
  /** The signed-in user. */
  userId: string;
  /** The ids of comments that arrived while the page was open. */
  newIds: readonly string[];
  pending: PendingComment | undefined;
}

/** The conversation of a ticket: its description and its comments. */
export function Conversation({ ticket, userId, newIds, pending }: ConversationProps) {
  const { formatMessage } = useIntl();
  const title = useId();
  const { contact, description, createdAt, attachments, comments, nextUpdateBy } = ticket;
  // The comment may arrive through the stream before its mutation is answered.
  const hasArrived =
    pending && comments.slice(pending.after).some(({ author, text }) => author.id === userId && text === pending.text);
  const isAnswered = comments.some(({ author }) => author.isProvider);
  return (
    <section className={styles.conversation} aria-labelledby={title}>
      <h2 className={styles.heading} id={title}>
        {formatMessage({ id: "ticket.conversation" })}
      </h2>
      <ol className={styles.messages}>
        <Message author={contact} userId={userId} time={createdAt} text={description}>
          <Attachments files={attachments} />
        </Message>
        {comments.map((comment) => (
          <Message
            key={comment.id}
            id={`comment-${comment.id}`}
            author={comment.author}
            userId={userId}
            time={comment.createdAt}
            text={comment.text}
            isNew={newIds.includes(comment.id)}
          >
            <Attachments files={comment.attachments} />
          </Message>
        ))}
        {pending && !hasArrived && (
          <li className={clsx(styles.message, styles.sending)}>
            <p className={styles.byline}>
              <Spinner size={16} decorative /> {formatMessage({ id: "ticket.sending" })}
            </p>
            <p className={styles.text}>{pending.text}</p>
            {pending.files.length > 0 && (
              <p className={styles.files}>{pending.files.map(({ name }) => name).join(", ")}</p>
            )}
          </li>
        )}
      </ol>
      {nextUpdateBy ? (
        <NextUpdate by={nextUpdateBy} />
      ) : (
        !isAnswered &&
        ticket.status !== "CLOSED" && <p className={styles.promise}>{formatMessage({ id: "ticket.promise" })}</p>
      )}
    </section>
  );
}

/** When the group reports next. */
function NextUpdate({ by }: { by: string }) {
  const { formatMessage, formatDate } = useIntl();
  const isOver = useNow() > Date.parse(by);
  const time = formatDate(by, { dateStyle: "medium", timeStyle: "short" });
  return (
    <p className={styles.promise}>
      <time dateTime={by}>
        {formatMessage({ id: isOver ? "ticket.nextUpdate.overdue" : "ticket.nextUpdate" }, { time })}
      </time>
    </p>
  );
}

interface MessageProps {
  /** The target of links in mails; none for the description. */
  id?: string;
  author: TicketDetailFragment["contact"];
  userId: string;
  time: string;
  text: string;
  isNew?: boolean;
  children: ReactNode;
}

/** A message. URLs in it are not linked, so that users cannot lead other users to other sites. */
function Message({ id, author, userId, time, text, isNew = false, children }: MessageProps) {
  const { formatMessage, formatDate } = useIntl();
  return (
    <li id={id} tabIndex={id ? -1 : undefined} className={clsx(styles.message, author.isProvider && styles.provider)}>
      <p className={styles.byline}>
        <span className={styles.author}>{author.fullName}</span>
        {author.isProvider && <span className={styles.mark}>{formatMessage({ id: "ticket.service" })}</span>}
        {author.id === userId && <span className={styles.own}>{formatMessage({ id: "ticket.you" })}</span>}
        {isNew && <span className={styles.new}>{formatMessage({ id: "ticket.new" })}</span>}
        <time className={styles.time} dateTime={time}>
          {formatDate(time, { dateStyle: "medium", timeStyle: "short" })}
        </time>
      </p>
      <p className={styles.text}>{text}</p>
      {children}
    </li>
  );
}
