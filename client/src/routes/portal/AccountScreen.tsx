import type { QueryRef } from "@apollo/client/react";
import { useIntl } from "react-intl";
import { AccountPage } from "~/features/account/AccountPage";
import { NotNow } from "~/features/portal/NotNow";
import { AccountDocument, type AccountQuery, type PortalScreenQuery } from "~/graph/generated/graphql";
import type { ScreenProps } from "~/routes/screen";
import { loadOwn } from "./loadOwn";
import { OwnData } from "./OwnData";
import { PortalFrame } from "./PortalFrame";

export const load = loadOwn(AccountDocument);

/** The account of the signed-in user (spec §2, /mykomax/account). */
export function Screen({ page, url, own }: ScreenProps<PortalScreenQuery, QueryRef<AccountQuery>>) {
  const title = useIntl().formatMessage({ id: "account.title" });
  return (
    <OwnData url={url} own={own}>
      {({ portal, way, reload }) => (
        <PortalFrame page={page} title={title} way={way}>
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
