import type { QueryRef } from "@apollo/client/react";
import { useIntl } from "react-intl";
import { UserPage } from "~/features/users/UserPage";
import { type PortalScreenQuery, UserDocument, type UserQuery } from "~/graph/generated/graphql";
import { RecordNotFound } from "~/ui/record/RecordNotFound";
import type { ScreenProps } from "~/routes/screenModule";
import { loadPrivateData } from "./loadPrivateData";
import { ServiceScreen } from "./ServiceScreen";

export const load = loadPrivateData(UserDocument);

/** A user, for the administrators of an organization of this user (`/mykomax/user-admin/{id}`, URL-20). */
export function Screen(props: ScreenProps<PortalScreenQuery, QueryRef<UserQuery>>) {
  const { formatMessage } = useIntl();
  return (
    <ServiceScreen
      {...props}
      missing={({ usersUrl }) => (
        <RecordNotFound
          title={formatMessage({ id: "users.missing.title" })}
          text={formatMessage({ id: "users.missing.text" })}
          link={{ url: usersUrl, text: formatMessage({ id: "users.all" }) }}
        />
      )}
    >
      {({ portal: { managedUser, denialFields }, reload }) =>
        managedUser && (
          <UserPage key={managedUser.id} user={managedUser} denialFields={denialFields} onChanged={reload} />
        )
      }
    </ServiceScreen>
  );
}
