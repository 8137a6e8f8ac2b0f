import type { QueryRef } from "@apollo/client/react";
import { usePageTitle } from "~/features/portal/pageTitles";
import { ServiceNotNow } from "~/features/portal/ServiceNotNow";
import { MissingTicket } from "~/features/tickets/MissingTicket";
import { TicketPage } from "~/features/tickets/TicketPage";
import { type PortalScreenQuery, TicketDocument, type TicketQuery } from "~/graph/generated/graphql";
import type { ScreenProps } from "~/routes/screen";
import { loadOwn } from "./loadOwn";
import { OwnData, type OwnState, type PortalOf } from "./OwnData";
import { PortalFrame } from "./PortalFrame";

export const load = loadOwn(TicketDocument);

/** One ticket (spec §2, /mykomax/tickets/{id}). */
export function Screen({ page, url, own }: ScreenProps<PortalScreenQuery, QueryRef<TicketQuery>>) {
  const title = usePageTitle("TICKETS");
  return (
    <OwnData url={url} own={own}>
      {(state) => {
        const { portal, way } = state;
        return (
          <PortalFrame page={page} breadcrumb={portal?.breadcrumb} way={way}>
            {portal && <Content {...state} portal={portal} title={title} />}
          </PortalFrame>
        );
      }}
    </OwnData>
  );
}

type ContentProps = Omit<OwnState<unknown>, "portal"> & { portal: PortalOf<TicketQuery>; title: string };

function Content({ portal, hasFailed, reload, title }: ContentProps) {
  const { ticket, serviceRegistration } = portal;
  const status = serviceRegistration?.status;
  if (ticket) return <TicketPage key={ticket.id} page={portal} ticket={ticket} />;
  if (status === "ACTIVE" && !hasFailed) return <MissingTicket ticketsUrl={portal.ticketsUrl} />;
  return <ServiceNotNow title={title} status={status} onRetry={reload} />;
}
