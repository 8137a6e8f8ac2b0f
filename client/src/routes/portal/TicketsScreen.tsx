import type { QueryRef } from "@apollo/client/react";
import { usePageTitle } from "~/features/portal/pageTitles";
import { ServiceNotNow } from "~/features/portal/ServiceNotNow";
import { TicketList } from "~/features/tickets/TicketList";
import { type PortalScreenQuery, TicketsDocument, type TicketsQuery } from "~/graph/generated/graphql";
import type { ScreenProps } from "~/routes/screen";
import { loadOwn } from "./loadOwn";
import { OwnData } from "./OwnData";
import { PortalFrame } from "./PortalFrame";

export const load = loadOwn(TicketsDocument);

/** The list of tickets (spec §2, /mykomax/tickets/list). */
export function Screen({ page, url, own }: ScreenProps<PortalScreenQuery, QueryRef<TicketsQuery>>) {
  const title = usePageTitle("TICKETS");
  return (
    <OwnData url={url} own={own}>
      {({ portal, way, reload }) => (
        <PortalFrame page={page} way={way}>
          {portal &&
            (portal.ticketList ? (
              <TicketList title={title} list={portal.ticketList} newTicketUrl={portal.newTicketUrl} />
            ) : (
              <ServiceNotNow title={title} status={portal.serviceRegistration?.status} onRetry={reload} />
            ))}
        </PortalFrame>
      )}
    </OwnData>
  );
}
