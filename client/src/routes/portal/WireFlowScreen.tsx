import type { QueryRef } from "@apollo/client/react";
import { usePageTitle } from "~/features/portal/portalTitles";
import { WireFlow } from "~/features/portal/WireFlow";
import { type PortalScreenQuery, WireFlowDocument, type WireFlowQuery } from "~/graph/generated/graphql";
import type { ScreenProps } from "~/routes/screenModule";
import { PrivateData } from "./PrivateData";
import { PortalFrame } from "./PortalFrame";

export const query = WireFlowDocument;

/** The user's wire-flow (`/mykomax/wire-flow`, URL-20). */
export function Screen({ resolution, url, privateData }: ScreenProps<PortalScreenQuery, QueryRef<WireFlowQuery>>) {
  const title = usePageTitle("WIRE_FLOW");
  return (
    <PrivateData url={url} privateData={privateData}>
      {({ portal, signIn, reload }) => (
        <PortalFrame resolution={resolution} shape="record" signIn={signIn}>
          {portal && <WireFlow title={title} registration={portal.serviceRegistration} onRetry={reload} />}
        </PortalFrame>
      )}
    </PrivateData>
  );
}
