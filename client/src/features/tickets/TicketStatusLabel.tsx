import { useIntl } from "react-intl";
import type { TicketStatus } from "~/graph/generated/graphql";
import { StatusLabel, type StatusSymbolProps } from "~/ui/status/StatusLabel";

const symbols: Readonly<Record<TicketStatus, StatusSymbolProps>> = {
  OPEN: { tone: "info", shape: "ring" },
  IN_PROGRESS: { tone: "success", shape: "half" },
  WAITING: { tone: "warning", shape: "disc" },
  CLOSED: { tone: "neutral", shape: "square" },
};

/** The status of a ticket. */
export function TicketStatusLabel({ status }: { status: TicketStatus }) {
  const { formatMessage } = useIntl();
  return <StatusLabel {...symbols[status]}>{formatMessage({ id: `ticket.status.${status}` })}</StatusLabel>;
}
