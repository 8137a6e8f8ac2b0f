import { useEffect, useRef } from "react";
import { useIntl } from "react-intl";
import type { TicketDetailFragment } from "~/graph/generated/graphql";
import { CheckIcon } from "~/ui/icon/iconSet";
import styles from "./ClosedNotice.module.css";

export interface ClosedNoticeProps {
  ticket: TicketDetailFragment;
  /** The button that closed the ticket no longer exists: the notice gets the focus. */
  takesFocus: boolean;
}

/** Shows when and why a ticket was closed. Only a new comment changes a closed ticket: it reopens it. */
export function ClosedNotice({ ticket: { closeReason, updatedAt }, takesFocus }: ClosedNoticeProps) {
  const { formatMessage, formatDate } = useIntl();
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesFocus) element.current?.focus();
  }, [takesFocus]);
  const date = formatDate(updatedAt, { dateStyle: "long" });
  return (
    <div ref={element} className={styles.notice} role="status" tabIndex={-1}>
      <CheckIcon />
      <div>
        <p className={styles.title}>{formatMessage({ id: "ticket.closed" }, { date })}</p>
        {closeReason && <p>{formatMessage({ id: `ticket.reason.${closeReason}` })}</p>}
      </div>
    </div>
  );
}
