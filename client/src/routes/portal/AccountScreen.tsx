import { useQuery } from "@apollo/client/react";
import { useIntl } from "react-intl";
import { Outcome } from "~/routes/outcome/Outcome";
import type { ScreenProps } from "~/routes/screen";
import { AccountPage } from "~/features/account/AccountPage";
import { NotNow } from "~/features/portal/NotNow";
import { AccountScreenDocument, type AccountScreenQuery } from "~/graph/generated/graphql";
import { PortalFrame } from "./PortalFrame";
import { usePortal } from "./usePortal";

type AccountResolution = Extract<AccountScreenQuery["resolve"], { __typename: "PageResolution" }>;

/** The account of whoever is signed in (spec §2, /mykomax/account). */
export function Screen({ url }: ScreenProps) {
  const { data, previousData, error } = useQuery(AccountScreenDocument, { variables: { url } });
  return (
    <Outcome resolution={(data ?? previousData)?.resolve} error={error}>
      {(page: AccountResolution) => <Found resolution={page} url={url} />}
    </Outcome>
  );
}

export { AccountScreenDocument as document };
export const isProtected = true;

function Found({ resolution, url }: { resolution: AccountResolution; url: string }) {
  const { formatMessage } = useIntl();
  const { portal } = resolution;
  const { way, reload } = usePortal({ document: AccountScreenDocument, url, isThere: portal != null });
  const title = formatMessage({ id: "account.title" });
  return (
    <PortalFrame resolution={resolution} title={title} way={way}>
      {portal &&
        (portal.account ? (
          <AccountPage title={title} account={portal.account} />
        ) : (
          <NotNow title={title} onRetry={reload} />
        ))}
    </PortalFrame>
  );
}
