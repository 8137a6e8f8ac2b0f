import type { QueryRef } from "@apollo/client/react";
import { AccountPage } from "~/features/account/AccountPage";
import { TemporarilyUnavailable } from "~/features/portal/TemporarilyUnavailable";
import { usePageTitle } from "~/features/portal/portalTitles";
import { AccountDocument, type AccountQuery, type PortalScreenQuery } from "~/graph/generated/graphql";
import type { ScreenProps } from "~/routes/screenModule";
import { PrivateData } from "./PrivateData";
import { PortalFrame } from "./PortalFrame";

export const query = AccountDocument;

/** The account of the signed-in user (`/mykomax/account`, URL-20). */
export function Screen({ resolution, url, privateData }: ScreenProps<PortalScreenQuery, QueryRef<AccountQuery>>) {
  const title = usePageTitle("ACCOUNT");
  return (
    <PrivateData url={url} privateData={privateData}>
      {({ portal, signIn, detail, reload }) => (
        <PortalFrame resolution={resolution} shape="form" signIn={signIn}>
          {portal &&
            (portal.account ? (
              <AccountPage title={title} account={portal.account} />
            ) : (
              <TemporarilyUnavailable title={title} detail={detail} onRetry={reload} />
            ))}
        </PortalFrame>
      )}
    </PrivateData>
  );
}
