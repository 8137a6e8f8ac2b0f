import type { TicketCloseReason, TicketConcern, TicketType } from "~/graph/generated/graphql";

/** What can be chosen, in the order in which it is offered. The compiler knows that nothing is missing. */
export const types = keys<TicketType>({
  BREAKDOWN: true,
  MALFUNCTION: true,
  SPARE_PARTS: true,
  SOFTWARE: true,
  QUESTION: true,
});

export const concerns = keys<TicketConcern>({
  CUTTING_STRIPPING: true,
  CRIMPING: true,
  HARNESS: true,
  TESTING: true,
  SOFTWARE: true,
  OTHER: true,
});

export const closeReasons = keys<TicketCloseReason>({
  SOLVED_BY_PROVIDER: true,
  SOLVED_WITHOUT_PROVIDER: true,
  NO_LONGER_RELEVANT: true,
});

function keys<Key extends string>(all: Record<Key, true>): readonly Key[] {
  return Object.keys(all) as Key[];
}
