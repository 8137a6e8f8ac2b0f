import type { QueryRef } from "@apollo/client/react";
import { useIntl } from "react-intl";
import { OrganizationPage } from "~/features/users/OrganizationPage";
import { OrganizationDocument, type OrganizationQuery, type PortalScreenQuery } from "~/graph/generated/graphql";
import { RecordNotFound } from "~/ui/record/RecordNotFound";
import type { ScreenProps } from "~/routes/screenModule";
import { ServiceScreen } from "./ServiceScreen";

export const query = OrganizationDocument;

/** An organization, for its administrators. */
export function Screen(props: ScreenProps<PortalScreenQuery, QueryRef<OrganizationQuery>>) {
  const { formatMessage } = useIntl();
  return (
    <ServiceScreen
      shape="record"
      {...props}
      missing={({ usersUrl }) => (
        <RecordNotFound
          title={formatMessage({ id: "users.missingOrganization.title" })}
          text={formatMessage({ id: "users.missingOrganization.text" })}
          link={{ url: usersUrl, text: formatMessage({ id: "users.all" }) }}
        />
      )}
    >
      {({ portal: { managedOrganization: shown }, reload }) =>
        shown && <OrganizationPage key={shown.organization.id} page={shown} onChanged={reload} />
      }
    </ServiceScreen>
  );
}
