import type { QueryRef } from "@apollo/client/react";
import { useNavigate } from "react-router";
import { NewTicketPage } from "~/features/tickets/NewTicketPage";
import type { CreatedState } from "~/features/tickets/TicketPage";
import { NewTicketDocument, type NewTicketQuery, type PortalScreenQuery } from "~/graph/generated/graphql";
import type { ScreenProps } from "~/routes/screenModule";
import { ServiceScreen } from "./ServiceScreen";

export const query = NewTicketDocument;

/** Creates a ticket (`/mykomax/tickets/newticket`, URL-20). */
export function Screen(props: ScreenProps<PortalScreenQuery, QueryRef<NewTicketQuery>>) {
  const navigate = useNavigate();
  return (
    <ServiceScreen shape="form" {...props}>
      {({ portal, title }) =>
        portal.ticketForm && (
          <NewTicketPage
            title={title}
            page={portal}
            form={portal.ticketForm}
            onCreated={({ url: to, number }, isEarlier) =>
              void navigate(to, { state: { created: number, isEarlier } satisfies CreatedState })
            }
          />
        )
      }
    </ServiceScreen>
  );
}
