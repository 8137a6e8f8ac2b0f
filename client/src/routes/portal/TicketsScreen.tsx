import type { QueryRef } from "@apollo/client/react";
import { TicketList } from "~/features/tickets/TicketList";
import { type PortalScreenQuery, TicketsDocument, type TicketsQuery } from "~/graph/generated/graphql";
import type { ScreenProps } from "~/routes/screenModule";
import { ServiceScreen } from "./ServiceScreen";

export const query = TicketsDocument;

/** The list of tickets (`/mykomax/tickets/list`, URL-20). */
export function Screen(props: ScreenProps<PortalScreenQuery, QueryRef<TicketsQuery>>) {
  return (
    <ServiceScreen shape="list" {...props}>
      {({ portal, title }) =>
        portal.ticketList && <TicketList title={title} list={portal.ticketList} newTicketUrl={portal.newTicketUrl} />
      }
    </ServiceScreen>
  );
}
