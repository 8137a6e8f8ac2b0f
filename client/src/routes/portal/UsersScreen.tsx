import type { QueryRef } from "@apollo/client/react";
import { usePageTitle } from "~/features/portal/pageTitles";
import { ServiceNotNow } from "~/features/portal/ServiceNotNow";
import { UserList } from "~/features/users/UserList";
import { type PortalScreenQuery, UsersDocument, type UsersQuery } from "~/graph/generated/graphql";
import type { ScreenProps } from "~/routes/screen";
import { loadOwn } from "./loadOwn";
import { OwnData } from "./OwnData";
import { PortalFrame } from "./PortalFrame";

export const load = loadOwn(UsersDocument);

/** The users of an administrator (spec §2, /mykomax/user-admin). */
export function Screen({ page, url, own }: ScreenProps<PortalScreenQuery, QueryRef<UsersQuery>>) {
  const title = usePageTitle("USER_ADMIN");
  return (
    <OwnData url={url} own={own}>
      {({ portal, way, reload }) => (
        <PortalFrame page={page} way={way}>
          {portal &&
            (portal.userList ? (
              <UserList title={title} list={portal.userList} onChanged={reload} />
            ) : (
              <ServiceNotNow title={title} status={portal.serviceRegistration?.status} onRetry={reload} />
            ))}
        </PortalFrame>
      )}
    </OwnData>
  );
}
