import type { QueryRef } from "@apollo/client/react";
import { UserActivity } from "~/features/users/UserActivity";
import { type PortalScreenQuery, UserActivityDocument, type UserActivityQuery } from "~/graph/generated/graphql";
import type { ScreenProps } from "~/routes/screenModule";
import { ServiceScreen } from "./ServiceScreen";

export const query = UserActivityDocument;

/** The audit log of an administrator's organizations (`/mykomax/user-admin/activity`, URL-20). */
export function Screen(props: ScreenProps<PortalScreenQuery, QueryRef<UserActivityQuery>>) {
  return (
    <ServiceScreen shape="list" {...props}>
      {({ portal, title, reload }) =>
        portal.userActivity && <UserActivity title={title} log={portal.userActivity} onChanged={reload} />
      }
    </ServiceScreen>
  );
}
