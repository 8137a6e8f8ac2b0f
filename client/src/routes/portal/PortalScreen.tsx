import { useQuery } from "@apollo/client/react";
import { useIntl } from "react-intl";
import { Outcome } from "~/routes/outcome/Outcome";
import type { ScreenProps } from "~/routes/screen";
import { PortalHome } from "~/features/portal/PortalHome";
import { SignedOut } from "~/features/portal/SignedOut";
import { WireFlow } from "~/features/portal/WireFlow";
import { NotFoundPage } from "~/features/state/NotFoundPage";
import { TicketRows } from "~/features/tickets/TicketRows";
import { PortalScreenDocument, type PortalScreenQuery } from "~/graph/generated/graphql";
import { PortalFrame } from "./PortalFrame";
import { usePortal } from "./usePortal";

type PortalResolution = Extract<PortalScreenQuery["resolve"], { __typename: "PageResolution" }>;

/** The first page of the customer portal, where somebody's wire-flow runs, and the way out. */
export function Screen({ url }: ScreenProps) {
  const { data, previousData, error } = useQuery(PortalScreenDocument, { variables: { url } });
  return (
    <Outcome resolution={(data ?? previousData)?.resolve} error={error}>
      {(page: PortalResolution) => <Found resolution={page} url={url} />}
    </Outcome>
  );
}

export { PortalScreenDocument as document };
export const isProtected = true;

function Found({ resolution, url }: { resolution: PortalResolution; url: string }) {
  const { formatMessage } = useIntl();
  const { portal, portalPage, site } = resolution;
  const isLeaving = portalPage === "LOGOUT";
  const { way, reload } = usePortal({
    document: PortalScreenDocument,
    url,
    isThere: portal != null,
    isOpen: isLeaving,
  });
  if (isLeaving) {
    return (
      <PortalFrame resolution={resolution} way={way}>
        <SignedOut homeUrl={site.homeUrl} />
      </PortalFrame>
    );
  }
  if (portalPage === "WIRE_FLOW") {
    const title = formatMessage({ id: "portal.service.ARTEMIS.title" });
    return (
      <PortalFrame resolution={resolution} title={title} way={way}>
        {portal && <WireFlow title={title} registration={portal.serviceRegistration} onRetry={reload} />}
      </PortalFrame>
    );
  }
  if (portalPage === "NONE") {
    return (
      <PortalFrame
        resolution={resolution}
        title={formatMessage({ id: "notFound.title" })}
        trail={resolution.breadcrumb}
        way={way}
      >
        {portal && <NotFoundPage message={portal.message ?? ""} homeUrl={site.portalUrl} />}
      </PortalFrame>
    );
  }
  return (
    <PortalFrame resolution={resolution} way={way}>
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
  );
}
