import type { QueryRef } from "@apollo/client/react";
import { PortalHome } from "~/features/portal/PortalHome";
import { TicketRows } from "~/features/tickets/TicketRows";
import { PortalHomeDocument, type PortalHomeQuery, type PortalScreenQuery } from "~/graph/generated/graphql";
import type { ScreenProps } from "~/routes/screen";
import { loadOwn } from "./loadOwn";
import { OwnData } from "./OwnData";
import { PortalFrame } from "./PortalFrame";

export const load = loadOwn(PortalHomeDocument);

/** The home page of the customer portal (`/mykomax`, URL-20). */
export function Screen({ page, url, own }: ScreenProps<PortalScreenQuery, QueryRef<PortalHomeQuery>>) {
  return (
    <OwnData url={url} own={own}>
      {({ portal, way, reload }) => (
        <PortalFrame page={page} way={way}>
          {portal && (
            <PortalHome
              portal={portal}
              latestTickets={
                portal.recentTickets && {
                  count: portal.recentTickets.length,
                  list: <TicketRows tickets={portal.recentTickets} headingLevel={3} />,
                }
              }
              onRetry={reload}
            />
          )}
        </PortalFrame>
      )}
    </OwnData>
  );
}
