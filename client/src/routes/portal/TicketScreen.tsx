import { useApolloClient, useQuery } from "@apollo/client/react";
import { useIntl } from "react-intl";
import { Outcome } from "~/routes/outcome/Outcome";
import type { ScreenProps } from "~/routes/screen";
import { ServiceNotNow } from "~/features/portal/ServiceNotNow";
import { MissingTicket } from "~/features/tickets/MissingTicket";
import { TicketPage } from "~/features/tickets/TicketPage";
import { type TicketDetailFragment, TicketScreenDocument, type TicketScreenQuery } from "~/graph/generated/graphql";
import { PortalFrame } from "./PortalFrame";
import { usePortal } from "./usePortal";

type TicketResolution = Extract<TicketScreenQuery["resolve"], { __typename: "PageResolution" }>;

/** One ticket (spec §2, /mykomax/tickets/{id}). */
export function Screen({ url }: ScreenProps) {
  const { data, previousData, error } = useQuery(TicketScreenDocument, { variables: { url } });
  return (
    <Outcome resolution={(data ?? previousData)?.resolve} error={error}>
      {(page: TicketResolution) => <Found resolution={page} url={url} />}
    </Outcome>
  );
}

export { TicketScreenDocument as document };
export const isProtected = true;

function Found({ resolution, url }: { resolution: TicketResolution; url: string }) {
  const { formatMessage } = useIntl();
  const { portal } = resolution;
  const ticket = portal?.ticket;
  const { way, hasFailed, reload } = usePortal({ document: TicketScreenDocument, url, isThere: portal != null });
  const change = useChange(url);
  const tickets = formatMessage({ id: "portal.service.TICKETING.title" });
  const status = portal?.serviceRegistration?.status;
  return (
    <PortalFrame
      resolution={resolution}
      title={ticket ? ticket.number : tickets}
      above={ticket && portal ? { title: tickets, url: portal.ticketsUrl } : undefined}
      way={way}
    >
      {portal &&
        (ticket ? (
          <TicketPage key={ticket.id} page={portal} ticket={ticket} onChange={change} />
        ) : status === "ACTIVE" && !hasFailed ? (
          <MissingTicket ticketsUrl={portal.ticketsUrl} />
        ) : (
          <ServiceNotNow title={tickets} status={status} onRetry={reload} />
        ))}
    </PortalFrame>
  );
}

/** Fills what a ticket is now into the cache, from where it is shown. */
function useChange(url: string): (ticket: TicketDetailFragment) => void {
  const { cache } = useApolloClient();
  return (ticket) => {
    cache.updateQuery({ query: TicketScreenDocument, variables: { url } }, (data) => {
      if (data?.resolve.__typename !== "PageResolution") return undefined;
      const { portal } = data.resolve;
      // Answers overtake each other.
      if (!portal?.ticket || Date.parse(ticket.updatedAt) < Date.parse(portal.ticket.updatedAt)) return undefined;
      return { ...data, resolve: { ...data.resolve, portal: { ...portal, ticket } } };
    });
  };
}
