import type { QueryRef } from "@apollo/client/react";
import { usePageTitle } from "~/features/portal/pageTitles";
import { ServiceNotNow } from "~/features/portal/ServiceNotNow";
import { Missing } from "~/features/users/Missing";
import { OrganizationPage } from "~/features/users/OrganizationPage";
import { OrganizationDocument, type OrganizationQuery, type PortalScreenQuery } from "~/graph/generated/graphql";
import type { ScreenProps } from "~/routes/screen";
import { loadOwn } from "./loadOwn";
import { OwnData, type OwnState, type PortalOf } from "./OwnData";
import { PortalFrame } from "./PortalFrame";

export const load = loadOwn(OrganizationDocument);

/** An organization, for its administrators. */
export function Screen({ page, url, own }: ScreenProps<PortalScreenQuery, QueryRef<OrganizationQuery>>) {
  const title = usePageTitle("MANAGED_ORGANIZATION");
  return (
    <OwnData url={url} own={own}>
      {(state) => {
        const { portal, way } = state;
        return (
          <PortalFrame page={page} breadcrumb={portal?.breadcrumb} way={way}>
            {portal && <Content {...state} portal={portal} title={title} />}
          </PortalFrame>
        );
      }}
    </OwnData>
  );
}

type ContentProps = Omit<OwnState<unknown>, "portal"> & { portal: PortalOf<OrganizationQuery>; title: string };

function Content({ portal, hasFailed, reload, title }: ContentProps) {
  const { managedOrganization: shown, serviceRegistration } = portal;
  const status = serviceRegistration?.status;
  if (shown) return <OrganizationPage key={shown.organization.id} page={shown} onChanged={reload} />;
  if (status === "ACTIVE" && !hasFailed) return <Missing what="organization" usersUrl={portal.usersUrl} />;
  return <ServiceNotNow title={title} status={status} onRetry={reload} />;
}
