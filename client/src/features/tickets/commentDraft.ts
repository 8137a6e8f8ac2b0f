/** The storage name of a user's comment draft on a ticket. */
export function commentDraft(ticketId: string, userId: string): string {
  return `ticket-${ticketId}-${userId}`;
}
