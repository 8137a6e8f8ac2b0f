import { useQuery } from "@apollo/client/react";
import { useIntl } from "react-intl";
import { useNavigate } from "react-router";
import { Outcome } from "~/routes/outcome/Outcome";
import type { ScreenProps } from "~/routes/screen";
import { ServiceNotNow } from "~/features/portal/ServiceNotNow";
import { NewTicketPage } from "~/features/tickets/NewTicketPage";
import type { CreatedState } from "~/features/tickets/TicketPage";
import { NewTicketScreenDocument, type NewTicketScreenQuery } from "~/graph/generated/graphql";
import { PortalFrame } from "./PortalFrame";
import { usePortal } from "./usePortal";

type NewTicketResolution = Extract<NewTicketScreenQuery["resolve"], { __typename: "PageResolution" }>;

/** Where a ticket is created (spec §2, /mykomax/tickets/newticket). */
export function Screen({ url }: ScreenProps) {
  const { data, previousData, error } = useQuery(NewTicketScreenDocument, { variables: { url } });
  return (
    <Outcome resolution={(data ?? previousData)?.resolve} error={error}>
      {(page: NewTicketResolution) => <Found resolution={page} url={url} />}
    </Outcome>
  );
}

export { NewTicketScreenDocument as document };
export const isProtected = true;

function Found({ resolution, url }: { resolution: NewTicketResolution; url: string }) {
  const { formatMessage } = useIntl();
  const navigate = useNavigate();
  const { portal } = resolution;
  const { way, reload } = usePortal({ document: NewTicketScreenDocument, url, isThere: portal != null });
  const title = formatMessage({ id: "tickets.new" });
  return (
    <PortalFrame
      resolution={resolution}
      title={title}
      above={
        portal ? { title: formatMessage({ id: "portal.service.TICKETING.title" }), url: portal.ticketsUrl } : undefined
      }
      way={way}
    >
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
  );
}
