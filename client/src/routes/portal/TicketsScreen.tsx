import { useQuery } from "@apollo/client/react";
import { useIntl } from "react-intl";
import { Outcome } from "~/routes/outcome/Outcome";
import type { ScreenProps } from "~/routes/screen";
import { ServiceNotNow } from "~/features/portal/ServiceNotNow";
import { TicketList } from "~/features/tickets/TicketList";
import { TicketsScreenDocument, type TicketsScreenQuery } from "~/graph/generated/graphql";
import { PortalFrame } from "./PortalFrame";
import { usePortal } from "./usePortal";

type TicketsResolution = Extract<TicketsScreenQuery["resolve"], { __typename: "PageResolution" }>;

/** The tickets of whoever is signed in (spec §2, /mykomax/tickets/list). */
export function Screen({ url }: ScreenProps) {
  const { data, previousData, error } = useQuery(TicketsScreenDocument, { variables: { url } });
  return (
    <Outcome resolution={(data ?? previousData)?.resolve} error={error}>
      {(page: TicketsResolution) => <Found resolution={page} url={url} />}
    </Outcome>
  );
}

export { TicketsScreenDocument as document };
export const isProtected = true;

function Found({ resolution, url }: { resolution: TicketsResolution; url: string }) {
  const { formatMessage } = useIntl();
  const { portal } = resolution;
  const { way, reload } = usePortal({ document: TicketsScreenDocument, url, isThere: portal != null });
  const title = formatMessage({ id: "portal.service.TICKETING.title" });
  return (
    <PortalFrame resolution={resolution} title={title} way={way}>
      {portal &&
        (portal.ticketList ? (
          <TicketList title={title} list={portal.ticketList} newTicketUrl={portal.newTicketUrl} />
        ) : (
          <ServiceNotNow title={title} status={portal.serviceRegistration?.status} onRetry={reload} />
        ))}
    </PortalFrame>
  );
}
