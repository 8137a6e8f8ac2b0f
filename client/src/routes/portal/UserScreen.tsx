import type { QueryRef } from "@apollo/client/react";
import { useState } from "react";
import { useIntl } from "react-intl";
import type { Notice } from "~/features/users/ActionNotice";
import { GoneUser } from "~/features/users/GoneUser";
import { UserPage } from "~/features/users/UserPage";
import { type PortalScreenQuery, UserDocument, type UserQuery } from "~/graph/generated/graphql";
import { RecordNotFound } from "~/ui/record/RecordNotFound";
import type { ScreenProps } from "~/routes/screenModule";
import { ServiceScreen } from "./ServiceScreen";

export const query = UserDocument;

/** A user, for the administrators of an organization of this user (`/mykomax/user-admin/{id}`, URL-20). */
export function Screen(props: ScreenProps<PortalScreenQuery, QueryRef<UserQuery>>) {
  const { formatMessage } = useIntl();
  // The result of the last action belongs to the page at which it was taken.
  const [latest, setLatest] = useState<{ url: string; notice: Notice | undefined }>();
  const notice = latest?.url === props.url ? latest.notice : undefined;
  const onNotice = (next: Notice | undefined) => setLatest({ url: props.url, notice: next });
  return (
    <ServiceScreen
      shape="record"
      {...props}
      missing={({ usersUrl }) => (
        <RecordNotFound
          title={formatMessage({ id: "users.missing.title" })}
          text={formatMessage({ id: "users.missing.text" })}
          link={{ url: usersUrl, text: formatMessage({ id: "users.all" }) }}
        />
      )}
    >
      {({ portal: { managedUser, denialFields, usersUrl }, reload }) => {
        if (managedUser)
          return (
            <UserPage
              key={managedUser.id}
              user={managedUser}
              denialFields={denialFields}
              notice={notice}
              onNotice={onNotice}
              onChanged={reload}
            />
          );
        if (notice?.user !== null) return null;
        return <GoneUser notice={notice} usersUrl={usersUrl} onNotice={onNotice} onChanged={reload} />;
      }}
    </ServiceScreen>
  );
}
