import { useState } from "react";
import { useIntl } from "react-intl";
import { NavigationType, useLocation, useNavigationType } from "react-router";
import type { TicketDetailFragment, TicketPageFragment } from "~/graph/generated/graphql";
import { FlashMessage } from "~/ui/flash/FlashMessage";
import { ClosedNotice } from "./ClosedNotice";
import { CloseTicket } from "./CloseTicket";
import { CommentForm, type Sending } from "./CommentForm";
import { Conversation } from "./Conversation";
import { TicketFacts } from "./TicketFacts";
import styles from "./TicketPage.module.css";
import { TicketStatusLabel } from "./TicketStatusLabel";
import { useTicketChanges } from "./useTicketChanges";

export interface TicketPageProps {
  page: TicketPageFragment;
  ticket: TicketDetailFragment;
}

/** What comes with the way here from creating a ticket. */
export interface CreatedState {
  created: string;
  /** What was typed after an earlier attempt is no part of it, and stands as a comment to be sent. */
  isEarlier: boolean;
}

/** A ticket with everything that was said of it, live (spec §3, Ticket). */
export function TicketPage({ page, ticket }: TicketPageProps) {
  const { formatMessage } = useIntl();
  const [sending, setSending] = useState<Sending>();
  const news = useNews(ticket, page.user.id);
  const [isClosedHere, setClosedHere] = useState(false);
  useTicketChanges(ticket.id);

  const isClosed = ticket.status === "CLOSED";
  return (
    <article className={styles.page}>
      <header className={styles.header}>
        <p className={styles.overline}>
          <span className={styles.number}>{ticket.number}</span>
          <TicketStatusLabel status={ticket.status} />
        </p>
        <h1 className={styles.title}>{ticket.subject}</h1>
      </header>
      <CreatedMessage />
      <p role="status" className={styles.unseen}>
        {news.latest && (
          // The same words again are heard again, since they stand in an element of their own.
          <span key={news.latest.id}>
            {formatMessage({ id: "ticket.newReply" }, { name: news.latest.author.fullName })}
          </span>
        )}
      </p>
      <div className={styles.columns}>
        <div className={styles.main}>
          <Conversation ticket={ticket} userId={page.user.id} fresh={news.ids} sending={sending} />
          {isClosed && <ClosedNotice ticket={ticket} takesFocus={isClosedHere} />}
          <CommentForm ticket={ticket} userId={page.user.id} fields={page.commentFields} onSending={setSending} />
        </div>
        <aside className={styles.aside} aria-label={formatMessage({ id: "ticket.details" })}>
          <TicketFacts ticket={ticket} />
          {!isClosed && (
            <CloseTicket
              ticket={ticket}
              userId={page.user.id}
              fields={page.closureFields}
              onClosed={() => setClosedHere(true)}
            />
          )}
        </aside>
      </div>
    </article>
  );
}

interface News {
  comments: TicketDetailFragment["comments"];
  /** Of what others wrote while the ticket was open. */
  ids: readonly string[];
  latest?: TicketDetailFragment["comments"][number] | undefined;
}

/** Keeps in mind what others wrote since the ticket was opened. */
function useNews({ comments }: TicketDetailFragment, userId: string): News {
  const [news, setNews] = useState<News>({ comments, ids: [] });
  if (news.comments === comments) return news;
  const known = new Set(news.comments.map(({ id }) => id));
  const fresh = comments.filter(({ id, author }) => !known.has(id) && author.id !== userId);
  const next = { comments, ids: [...news.ids, ...fresh.map(({ id }) => id)], latest: fresh.at(-1) ?? news.latest };
  setNews(next);
  return next;
}

/** Says, once, that the ticket was created a moment ago. */
function CreatedMessage() {
  const { formatMessage } = useIntl();
  const { state } = useLocation() as { state: CreatedState | null };
  const type = useNavigationType();
  // The browser keeps the state over a reload and for the way back.
  const [created] = useState(type === NavigationType.Push ? state : null);
  if (!created?.created) return null;
  return (
    <FlashMessage
      flash={{
        type: created.isEarlier ? "info" : "success",
        title: formatMessage({ id: "ticket.created" }, { number: created.created }),
        text: formatMessage({ id: created.isEarlier ? "ticket.created.earlier" : "ticket.promise" }),
      }}
    />
  );
}
