import { useState } from "react";
import { useIntl } from "react-intl";
import { NavigationType, useLocation, useNavigationType } from "react-router";
import type { TicketDetailFragment, TicketForUserFragment, TicketPageFragment } from "~/graph/generated/graphql";
import { useHashTarget } from "~/lib/interaction/useHashTarget";
import { Button } from "~/ui/button/Button";
import { FlashMessage } from "~/ui/flash/FlashMessage";
import { VisuallyHidden } from "~/ui/hidden/VisuallyHidden";
import { PrintIcon } from "~/ui/icon/iconSet";
import { RecordNumber, RecordPage } from "~/ui/record/RecordPage";
import { AssignTicket } from "./AssignTicket";
import { BreakdownCall } from "./BreakdownCall";
import { ClosedNotice } from "./ClosedNotice";
import { CloseTicket } from "./CloseTicket";
import { CommentForm, type PendingComment } from "./CommentForm";
import { Conversation } from "./Conversation";
import { TicketFacts } from "./TicketFacts";
import styles from "./TicketPage.module.css";
import { TicketStatusLabel } from "./TicketStatusLabel";
import { useMarkRead } from "./useMarkRead";
import { useTicketChanges } from "./useTicketChanges";

export interface TicketPageProps {
  page: TicketPageFragment;
  ticket: TicketDetailFragment;
  forUser: TicketForUserFragment;
}

/** The navigation state after creating a ticket. */
export interface CreatedState {
  created: string;
  /** An earlier attempt created the ticket; text typed after it is the draft of a comment. */
  isEarlier: boolean;
}

/** The latest action of the user on the page. */
type Action = "created" | "commented" | "closed";

/** A ticket with its comments, updated live (TICK-25). */
export function TicketPage({ page, ticket, forUser }: TicketPageProps) {
  const { formatMessage } = useIntl();
  const [pendingComment, setPendingComment] = useState<PendingComment>();
  const newComments = useNewComments(ticket, page.user.id);
  // The notice of an action replaces those of earlier ones.
  const [latest, setLatest] = useState<{ action: Action; reply?: string | undefined }>({ action: "created" });
  const record = (action: Action) => setLatest({ action, reply: newComments.latest?.id });
  useTicketChanges(ticket.id);
  useMarkRead(ticket, forUser.isUnread, page.user.id);
  useHashTarget();

  const isClosed = ticket.status === "CLOSED";
  const isAssignable = forUser.assignable.length > 0;
  const isAnswered = newComments.latest !== undefined;
  return (
    <RecordPage
      overline={
        <>
          <RecordNumber>{ticket.number}</RecordNumber>
          <TicketStatusLabel ticket={ticket} />
        </>
      }
      title={ticket.subject}
      notes={
        <div role="status">
          {newComments.latest && newComments.latest.id !== latest.reply && (
            // A new element, so that screen readers announce the same words again.
            <VisuallyHidden key={newComments.latest.id}>
              {formatMessage({ id: "ticket.newReply" }, { name: newComments.latest.author.fullName })}
            </VisuallyHidden>
          )}
        </div>
      }
      actions={
        <Button variant="secondary" size="small" icon={<PrintIcon size={16} />} onClick={() => window.print()}>
          {formatMessage({ id: "ticket.print" })}
        </Button>
      }
      notice={
        <>
          <div className={styles.onScreen}>{latest.action === "created" && !isAnswered && <CreatedMessage />}</div>
          {ticket.type === "BREAKDOWN" && !isClosed && !isAssignable && forUser.office && (
            <BreakdownCall office={forUser.office} />
          )}
        </>
      }
      aside={
        <>
          {isAssignable && <AssignTicket ticket={ticket} people={forUser.assignable} userId={page.user.id} />}
          <TicketFacts ticket={ticket} machineUrl={forUser.machineUrl} isAssignable={isAssignable} />
          {!isClosed && (
            <div className={styles.onScreen}>
              <CloseTicket
                ticket={ticket}
                userId={page.user.id}
                fields={page.closureFields}
                onClosed={() => record("closed")}
              />
            </div>
          )}
        </>
      }
      asideLabel={formatMessage({ id: "ticket.details" })}
      isAsideSticky
    >
      <Conversation ticket={ticket} userId={page.user.id} newIds={newComments.ids} pending={pendingComment} />
      {isClosed && <ClosedNotice ticket={ticket} takesFocus={latest.action === "closed"} />}
      <CommentForm
        ticket={ticket}
        userId={page.user.id}
        fields={page.commentFields}
        isSentShown={latest.action === "commented"}
        onPending={setPendingComment}
        onSent={() => record("commented")}
      />
    </RecordPage>
  );
}

interface NewComments {
  comments: TicketDetailFragment["comments"];
  /** The ids of comments by other users since the page was opened. */
  ids: readonly string[];
  latest?: TicketDetailFragment["comments"][number] | undefined;
}

/** Tracks comments by other users since the ticket was opened. */
function useNewComments({ comments }: TicketDetailFragment, userId: string): NewComments {
  const [newComments, setNewComments] = useState<NewComments>({ comments, ids: [] });
  if (newComments.comments === comments) return newComments;
  const knownIds = new Set(newComments.comments.map(({ id }) => id));
  const added = comments.filter(({ id, author }) => !knownIds.has(id) && author.id !== userId);
  const next = {
    comments,
    ids: [...newComments.ids, ...added.map(({ id }) => id)],
    latest: added.at(-1) ?? newComments.latest,
  };
  setNewComments(next);
  return next;
}

/** Confirms once that the ticket was created. */
function CreatedMessage() {
  const { formatMessage } = useIntl();
  const { state } = useLocation() as { state: CreatedState | null };
  const type = useNavigationType();
  // The browser keeps the navigation state across reloads and back navigation.
  const [created] = useState(type === NavigationType.Push ? state : null);
  if (!created?.created) return null;
  return (
    <FlashMessage
      flash={{
        type: created.isEarlier ? "info" : "success",
        title: formatMessage({ id: "ticket.created" }, { number: created.created }),
        ...(created.isEarlier && { text: formatMessage({ id: "ticket.created.earlier" }) }),
      }}
    />
  );
}
