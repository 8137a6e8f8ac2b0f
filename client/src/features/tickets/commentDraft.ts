/** The name of somebody's draft of a comment on a ticket. */
export function commentDraft(ticketId: string, userId: string): string {
  return `ticket-${ticketId}-${userId}`;
}
