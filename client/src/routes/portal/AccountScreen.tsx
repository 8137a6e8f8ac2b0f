import type { QueryRef } from "@apollo/client/react";
import { AccountPage } from "~/features/account/AccountPage";
import { NotNow } from "~/features/portal/NotNow";
import { usePageTitle } from "~/features/portal/pageTitles";
import { AccountDocument, type AccountQuery, type PortalScreenQuery } from "~/graph/generated/graphql";
import type { ScreenProps } from "~/routes/screen";
import { loadOwn } from "./loadOwn";
import { OwnData } from "./OwnData";
import { PortalFrame } from "./PortalFrame";

export const load = loadOwn(AccountDocument);

/** The account of the signed-in user (`/mykomax/account`, URL-20). */
export function Screen({ page, url, own }: ScreenProps<PortalScreenQuery, QueryRef<AccountQuery>>) {
  const title = usePageTitle("ACCOUNT");
  return (
    <OwnData url={url} own={own}>
      {({ portal, way, reload }) => (
        <PortalFrame page={page} way={way}>
          {portal &&
            (portal.account ? (
              <AccountPage title={title} account={portal.account} />
            ) : (
              <NotNow title={title} onRetry={reload} />
            ))}
        </PortalFrame>
      )}
    </OwnData>
  );
}
