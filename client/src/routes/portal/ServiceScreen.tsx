import type { QueryRef } from "@apollo/client/react";
import type { ReactNode } from "react";
import { useBreadcrumb } from "~/features/portal/pageTitles";
import { ServiceNotNow } from "~/features/portal/ServiceNotNow";
import type { PortalBreadcrumbFragment, PortalScreenQuery, ServiceRegistrationStatus } from "~/graph/generated/graphql";
import type { ScreenProps } from "~/routes/screen";
import type { OwnQuery } from "./loadOwn";
import { OwnData, type PortalOf } from "./OwnData";
import { PortalFrame } from "./PortalFrame";

/** What the query of such a screen asks of the portal, beside what it shows. */
interface ServicePortal {
  serviceRegistration: { status: ServiceRegistrationStatus } | null;
  breadcrumb?: PortalBreadcrumbFragment["breadcrumb"];
}

interface ServiceQuery extends OwnQuery {
  resolve: { __typename: string; portal?: ServicePortal | null };
}

export interface ServiceScreenProps<Query extends ServiceQuery> extends ScreenProps<
  PortalScreenQuery,
  QueryRef<Query>
> {
  /** What the page shows; nothing where it was not found or could not be read. */
  children: (shown: { portal: PortalOf<Query>; title: string; reload: () => Promise<void> }) => ReactNode;
  /** Says that there is no such record, for the screen of one. */
  missing?: (portal: PortalOf<Query>) => ReactNode;
}

/** A page of a service: it is shown to users who have the service; other users see how to request it. */
export function ServiceScreen<Query extends ServiceQuery>({
  page,
  url,
  own,
  children,
  missing,
}: ServiceScreenProps<Query>) {
  const title = useBreadcrumb(page.breadcrumb).at(-1)?.title ?? "";
  return (
    <OwnData url={url} own={own}>
      {({ portal, way, hasFailed, reload }) => {
        const { serviceRegistration, breadcrumb } = (portal ?? {}) as Partial<ServicePortal>;
        const status = serviceRegistration?.status;
        const show = (shown: PortalOf<Query>) =>
          children({ portal: shown, title, reload }) ??
          (missing && status === "ACTIVE" && !hasFailed ? (
            missing(shown)
          ) : (
            <ServiceNotNow title={title} status={status} onRetry={reload} />
          ));
        return (
          <PortalFrame page={page} breadcrumb={breadcrumb} way={way}>
            {portal && show(portal)}
          </PortalFrame>
        );
      }}
    </OwnData>
  );
}
