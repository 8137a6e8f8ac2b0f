import type { TicketStatus, TicketTurn } from "~/graph/generated/graphql";
import { StatusLabel, type StatusSymbolProps } from "~/ui/status/StatusLabel";
import { useTicketStatusText } from "./useTicketStatusText";

const symbols: Readonly<Record<TicketStatus, StatusSymbolProps>> = {
  OPEN: { tone: "info", shape: "ring" },
  IN_PROGRESS: { tone: "success", shape: "half" },
  WAITING: { tone: "warning", shape: "disc" },
  CLOSED: { tone: "neutral", shape: "square" },
};

export interface TicketStatusLabelProps {
  ticket: { status: TicketStatus; turn: TicketTurn; contact: { fullName: string } };
}

/** The status of a ticket, and whose turn it is. */
export function TicketStatusLabel({ ticket: { status, turn, contact } }: TicketStatusLabelProps) {
  const textOf = useTicketStatusText();
  return (
    <StatusLabel {...symbols[turn === "OWN_STAFF" ? "OPEN" : status]}>
      {textOf(status, turn, contact.fullName)}
    </StatusLabel>
  );
}
