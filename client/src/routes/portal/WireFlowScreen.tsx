import type { QueryRef } from "@apollo/client/react";
import { usePageTitle } from "~/features/portal/pageTitles";
import { WireFlow } from "~/features/portal/WireFlow";
import { type PortalScreenQuery, WireFlowDocument, type WireFlowQuery } from "~/graph/generated/graphql";
import type { ScreenProps } from "~/routes/screen";
import { loadOwn } from "./loadOwn";
import { OwnData } from "./OwnData";
import { PortalFrame } from "./PortalFrame";

export const load = loadOwn(WireFlowDocument);

/** The user's wire-flow (`/mykomax/wire-flow`, URL-20). */
export function Screen({ page, url, own }: ScreenProps<PortalScreenQuery, QueryRef<WireFlowQuery>>) {
  const title = usePageTitle("WIRE_FLOW");
  return (
    <OwnData url={url} own={own}>
      {({ portal, way, reload }) => (
        <PortalFrame page={page} way={way}>
          {portal && <WireFlow title={title} registration={portal.serviceRegistration} onRetry={reload} />}
        </PortalFrame>
      )}
    </OwnData>
  );
}
