import type { QueryRef } from "@apollo/client/react";
import type { ReactNode } from "react";
import { useBreadcrumb } from "~/features/portal/portalTitles";
import type { PageShape } from "~/features/portal/PageSkeleton";
import { ServiceUnavailable } from "~/features/portal/ServiceUnavailable";
import type { PortalBreadcrumbFragment, PortalScreenQuery, ServiceAccessFragment } from "~/graph/generated/graphql";
import type { ScreenProps } from "~/routes/screenModule";
import type { PrivateQuery } from "~/graph/routeQueries";
import { PrivateData, type PortalOf } from "./PrivateData";
import { PortalFrame } from "./PortalFrame";

/** The part of the query that every service screen needs. */
interface ServicePortal {
  serviceRegistration: ServiceAccessFragment | null;
  breadcrumb?: PortalBreadcrumbFragment["breadcrumb"];
}

interface ServiceQuery extends PrivateQuery {
  resolve: { __typename: string; portal?: ServicePortal | null };
}

export interface ServiceScreenProps<Query extends ServiceQuery> extends ScreenProps<
  PortalScreenQuery,
  QueryRef<Query>
> {
  shape: PageShape;
  /** The title of the document, if it is not that of the page. */
  documentTitle?: (portal: PortalOf<Query>) => string | undefined;
  /** Renders the page; not called if the record was not found or is unavailable. */
  children: (shown: { portal: PortalOf<Query>; title: string; reload: () => Promise<void> }) => ReactNode;
  /** Renders the "not found" page of a record. */
  missing?: (portal: PortalOf<Query>) => ReactNode;
}

/** A page of a service, for users with access to it; other users see how to request access. */
export function ServiceScreen<Query extends ServiceQuery>({
  resolution,
  url,
  privateData,
  shape,
  documentTitle,
  children,
  missing,
}: ServiceScreenProps<Query>) {
  const title = useBreadcrumb(resolution.breadcrumb).at(-1)?.title ?? "";
  return (
    <PrivateData url={url} privateData={privateData}>
      {({ portal, signIn, hasFailed, reload }) => {
        const { serviceRegistration, breadcrumb } = (portal ?? {}) as Partial<ServicePortal>;
        const renderPage = (shown: PortalOf<Query>) =>
          children({ portal: shown, title, reload }) ??
          (missing && serviceRegistration?.status === "ACTIVE" && !hasFailed ? (
            missing(shown)
          ) : (
            <ServiceUnavailable title={title} registration={serviceRegistration} onRetry={reload} />
          ));
        return (
          <PortalFrame
            resolution={resolution}
            breadcrumb={breadcrumb}
            title={portal && documentTitle?.(portal)}
            shape={shape}
            signIn={signIn}
          >
            {portal && renderPage(portal)}
          </PortalFrame>
        );
      }}
    </PrivateData>
  );
}
