import type { QueryRef } from "@apollo/client/react";
import { PortalHome } from "~/features/portal/PortalHome";
import { TicketRows } from "~/features/tickets/TicketRows";
import { PortalHomeDocument, type PortalHomeQuery, type PortalScreenQuery } from "~/graph/generated/graphql";
import type { ScreenProps } from "~/routes/screenModule";
import { PrivateData } from "./PrivateData";
import { PortalFrame } from "./PortalFrame";

export const query = PortalHomeDocument;

/** The home page of the customer portal (`/mykomax`, URL-20). */
export function Screen({ resolution, url, privateData }: ScreenProps<PortalScreenQuery, QueryRef<PortalHomeQuery>>) {
  return (
    <PrivateData url={url} privateData={privateData}>
      {({ portal, signIn, reload }) => (
        <PortalFrame resolution={resolution} signIn={signIn}>
          {portal && (
            <PortalHome
              portal={portal}
              latestTickets={
                portal.recentTickets && {
                  count: portal.recentTickets.length,
                  scope: portal.recentTicketScope ?? "OWN",
                  list: <TicketRows tickets={portal.recentTickets} headingLevel={3} />,
                }
              }
              onRetry={reload}
            />
          )}
        </PortalFrame>
      )}
    </PrivateData>
  );
}
