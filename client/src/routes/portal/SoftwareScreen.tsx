import type { QueryRef } from "@apollo/client/react";
import { usePageTitle } from "~/features/portal/pageTitles";
import { ServiceNotNow } from "~/features/portal/ServiceNotNow";
import { SoftwarePage } from "~/features/software/SoftwarePage";
import { type PortalScreenQuery, SoftwareDocument, type SoftwareQuery } from "~/graph/generated/graphql";
import type { ScreenProps } from "~/routes/screen";
import { loadOwn } from "./loadOwn";
import { OwnData } from "./OwnData";
import { PortalFrame } from "./PortalFrame";

export const load = loadOwn(SoftwareDocument);

/** The software download center (spec §2, /mykomax/inventory/software). */
export function Screen({ page, url, own }: ScreenProps<PortalScreenQuery, QueryRef<SoftwareQuery>>) {
  const title = usePageTitle("SOFTWARE");
  return (
    <OwnData url={url} own={own}>
      {({ portal, way, reload }) => (
        <PortalFrame page={page} way={way}>
          {portal &&
            (portal.software ? (
              <SoftwarePage title={title} packages={portal.software} inventoryUrl={portal.inventoryUrl} />
            ) : (
              <ServiceNotNow title={title} status={portal.serviceRegistration?.status} onRetry={reload} />
            ))}
        </PortalFrame>
      )}
    </OwnData>
  );
}
