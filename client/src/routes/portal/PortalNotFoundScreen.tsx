import type { QueryRef } from "@apollo/client/react";
import { WaysOn } from "~/features/frame/WaysOn";
import { usePageTitle } from "~/features/portal/portalTitles";
import { NotFoundPage } from "~/features/state/NotFoundPage";
import { PortalNotFoundDocument, type PortalNotFoundQuery, type PortalScreenQuery } from "~/graph/generated/graphql";
import type { ScreenProps } from "~/routes/screenModule";
import { PrivateData } from "./PrivateData";
import { PortalFrame } from "./PortalFrame";

export const query = PortalNotFoundDocument;

/** The page for a portal address that was not found. */
export function Screen({
  resolution,
  url,
  privateData,
}: ScreenProps<PortalScreenQuery, QueryRef<PortalNotFoundQuery>>) {
  const title = usePageTitle("NONE");
  return (
    <PrivateData url={url} privateData={privateData}>
      {({ notFound, signIn }) => (
        <PortalFrame resolution={resolution} title={title} shape="record" signIn={signIn}>
          {notFound !== undefined && (
            <NotFoundPage message={notFound} homeUrl={resolution.site.portalUrl}>
              <WaysOn site={resolution.site} homeUrl={resolution.site.portalUrl} />
            </NotFoundPage>
          )}
        </PortalFrame>
      )}
    </PrivateData>
  );
}
