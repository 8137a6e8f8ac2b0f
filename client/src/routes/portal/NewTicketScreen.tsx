import type { QueryRef } from "@apollo/client/react";
import { useNavigate } from "react-router";
import { usePageTitle } from "~/features/portal/pageTitles";
import { ServiceNotNow } from "~/features/portal/ServiceNotNow";
import { NewTicketPage } from "~/features/tickets/NewTicketPage";
import type { CreatedState } from "~/features/tickets/TicketPage";
import { NewTicketDocument, type NewTicketQuery, type PortalScreenQuery } from "~/graph/generated/graphql";
import type { ScreenProps } from "~/routes/screen";
import { loadOwn } from "./loadOwn";
import { OwnData } from "./OwnData";
import { PortalFrame } from "./PortalFrame";

export const load = loadOwn(NewTicketDocument);

/** Creates a ticket (spec §2, /mykomax/tickets/newticket). */
export function Screen({ page, url, own }: ScreenProps<PortalScreenQuery, QueryRef<NewTicketQuery>>) {
  const navigate = useNavigate();
  const title = usePageTitle("NEW_TICKET");
  return (
    <OwnData url={url} own={own}>
      {({ portal, way, reload }) => (
        <PortalFrame page={page} way={way}>
          {portal &&
            (portal.ticketForm ? (
              <NewTicketPage
                title={title}
                page={portal}
                form={portal.ticketForm}
                onCreated={({ url: to, number }, isEarlier) =>
                  void navigate(to, { state: { created: number, isEarlier } satisfies CreatedState })
                }
              />
            ) : (
              <ServiceNotNow title={title} status={portal.serviceRegistration?.status} onRetry={reload} />
            ))}
        </PortalFrame>
      )}
    </OwnData>
  );
}
