import type { QueryRef } from "@apollo/client/react";
import { useIntl } from "react-intl";
import { TicketPage } from "~/features/tickets/TicketPage";
import { type PortalScreenQuery, TicketDocument, type TicketQuery } from "~/graph/generated/graphql";
import { RecordNotFound } from "~/ui/record/RecordNotFound";
import type { ScreenProps } from "~/routes/screenModule";
import { ServiceScreen } from "./ServiceScreen";

export const query = TicketDocument;

/** One ticket (`/mykomax/tickets/{id}`, URL-20). */
export function Screen(props: ScreenProps<PortalScreenQuery, QueryRef<TicketQuery>>) {
  const { formatMessage } = useIntl();
  return (
    <ServiceScreen
      shape="record"
      {...props}
      documentTitle={({ ticket }) => (ticket ? `${ticket.subject} · ${ticket.number}` : undefined)}
      missing={({ ticketsUrl }) => (
        <RecordNotFound
          title={formatMessage({ id: "ticket.missing.title" })}
          text={formatMessage({ id: "ticket.missing.text" })}
          link={{ url: ticketsUrl, text: formatMessage({ id: "tickets.all" }) }}
        />
      )}
    >
      {({ portal: { ticket, ...page } }) =>
        ticket && <TicketPage key={ticket.id} page={page} ticket={ticket} forUser={ticket} />
      }
    </ServiceScreen>
  );
}
