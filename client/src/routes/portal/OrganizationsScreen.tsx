import type { QueryRef } from "@apollo/client/react";
import { OrganizationList } from "~/features/users/OrganizationList";
import { OrganizationsDocument, type OrganizationsQuery, type PortalScreenQuery } from "~/graph/generated/graphql";
import type { ScreenProps } from "~/routes/screenModule";
import { ServiceScreen } from "./ServiceScreen";

export const query = OrganizationsDocument;

/** The organizations of an administrator (`/mykomax/user-admin/organizations`, URL-20). */
export function Screen(props: ScreenProps<PortalScreenQuery, QueryRef<OrganizationsQuery>>) {
  return (
    <ServiceScreen shape="list" {...props}>
      {({ portal, title }) =>
        portal.organizationList && <OrganizationList title={title} list={portal.organizationList} />
      }
    </ServiceScreen>
  );
}
