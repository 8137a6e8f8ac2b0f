import type { QueryRef } from "@apollo/client/react";
import { useIntl } from "react-intl";
import { PortalHome } from "~/features/portal/PortalHome";
import { TicketRows } from "~/features/tickets/TicketRows";
import { PortalHomeDocument, type PortalHomeQuery, type PortalScreenQuery } from "~/graph/generated/graphql";
import type { ScreenProps } from "~/routes/screenModule";
import { PrivateData } from "./PrivateData";
import { PortalFrame } from "./PortalFrame";

export const query = PortalHomeDocument;

/** The home page of the customer portal (`/mykomax`, URL-20). */
export function Screen({ resolution, url, privateData }: ScreenProps<PortalScreenQuery, QueryRef<PortalHomeQuery>>) {
  const { formatMessage } = useIntl();
  return (
    <PrivateData url={url} privateData={privateData}>
      {({ portal, signIn, reload }) => (
        <PortalFrame resolution={resolution} shape="home" signIn={signIn}>
          {portal && (
            <PortalHome
              portal={portal}
              waitingTickets={
                portal.waitingTickets && {
                  count: portal.waitingTickets.length,
                  list: <TicketRows label={formatMessage({ id: "portal.waiting" })} tickets={portal.waitingTickets} />,
                }
              }
              latestTickets={
                portal.recentTickets && {
                  count: portal.recentTickets.length,
                  scope: portal.recentTicketScope ?? "OWN",
                  list: (
                    <TicketRows
                      label={formatMessage({ id: `portal.latestTickets.${portal.recentTicketScope ?? "OWN"}` })}
                      tickets={portal.recentTickets}
                    />
                  ),
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
