import { useIntl } from "react-intl";
import type { TicketStatus, TicketTurn } from "~/graph/generated/graphql";

/** Returns the text of a status, by whose turn it is; the contact's name is optional. */
export function useTicketStatusText(): (status: TicketStatus, turn: TicketTurn, contact?: string) => string {
  const { formatMessage } = useIntl();
  return (status, turn, contact) => {
    if (status === "WAITING" && turn === "CALLER") return formatMessage({ id: "ticket.status.WAITING.CALLER" });
    if (status === "WAITING" && contact)
      return formatMessage({ id: "ticket.status.WAITING.CONTACT" }, { name: contact });
    if (turn === "OWN_STAFF") return formatMessage({ id: "ticket.status.OPEN.OWN_STAFF" });
    return formatMessage({ id: `ticket.status.${status}` });
  };
}
