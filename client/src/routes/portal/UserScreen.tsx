import type { QueryRef } from "@apollo/client/react";
import { usePageTitle } from "~/features/portal/pageTitles";
import { ServiceNotNow } from "~/features/portal/ServiceNotNow";
import { Missing } from "~/features/users/Missing";
import { UserPage } from "~/features/users/UserPage";
import { type PortalScreenQuery, UserDocument, type UserQuery } from "~/graph/generated/graphql";
import type { ScreenProps } from "~/routes/screen";
import { loadOwn } from "./loadOwn";
import { OwnData, type OwnState, type PortalOf } from "./OwnData";
import { PortalFrame } from "./PortalFrame";

export const load = loadOwn(UserDocument);

/** A user, for the administrators of an organization of theirs (spec §2, /mykomax/user-admin/{id}). */
export function Screen({ page, url, own }: ScreenProps<PortalScreenQuery, QueryRef<UserQuery>>) {
  const title = usePageTitle("MANAGED_USER");
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

type ContentProps = Omit<OwnState<unknown>, "portal"> & { portal: PortalOf<UserQuery>; title: string };

function Content({ portal, hasFailed, reload, title }: ContentProps) {
  const { managedUser, serviceRegistration } = portal;
  const status = serviceRegistration?.status;
  if (managedUser)
    return <UserPage key={managedUser.id} user={managedUser} denialFields={portal.denialFields} onChanged={reload} />;
  if (status === "ACTIVE" && !hasFailed) return <Missing what="user" usersUrl={portal.usersUrl} />;
  return <ServiceNotNow title={title} status={status} onRetry={reload} />;
}
