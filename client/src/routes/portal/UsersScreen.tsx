import type { QueryRef } from "@apollo/client/react";
import { UserList } from "~/features/users/UserList";
import { type PortalScreenQuery, UsersDocument, type UsersQuery } from "~/graph/generated/graphql";
import type { ScreenProps } from "~/routes/screenModule";
import { ServiceScreen } from "./ServiceScreen";

export const query = UsersDocument;

/** The users of an administrator (`/mykomax/user-admin`, URL-20). */
export function Screen(props: ScreenProps<PortalScreenQuery, QueryRef<UsersQuery>>) {
  return (
    <ServiceScreen shape="list" {...props}>
      {({ portal, title, reload }) =>
        portal.userList && <UserList title={title} list={portal.userList} onChanged={reload} />
      }
    </ServiceScreen>
  );
}
