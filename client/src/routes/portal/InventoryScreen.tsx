import type { QueryRef } from "@apollo/client/react";
import { InventoryPage } from "~/features/inventory/InventoryPage";
import { usePageTitle } from "~/features/portal/pageTitles";
import { ServiceNotNow } from "~/features/portal/ServiceNotNow";
import { InventoryDocument, type InventoryQuery, type PortalScreenQuery } from "~/graph/generated/graphql";
import type { ScreenProps } from "~/routes/screen";
import { loadOwn } from "./loadOwn";
import { OwnData } from "./OwnData";
import { PortalFrame } from "./PortalFrame";

export const load = loadOwn(InventoryDocument);

/** The machines in use, and the retired ones (spec §2, /mykomax/inventory and /mykomax/inventory/old). */
export function Screen({ page, url, own }: ScreenProps<PortalScreenQuery, QueryRef<InventoryQuery>>) {
  const inUse = usePageTitle("INVENTORY");
  const retired = usePageTitle("INVENTORY_OLD");
  return (
    <OwnData url={url} own={own}>
      {({ portal, way, reload }) => {
        const title = portal?.page === "INVENTORY_OLD" ? retired : inUse;
        return (
          <PortalFrame page={page} way={way}>
            {portal &&
              (portal.inventory ? (
                <InventoryPage
                  title={title}
                  list={portal.inventory}
                  inventoryUrl={portal.inventoryUrl}
                  retiredUrl={portal.retiredMachinesUrl}
                  softwareUrl={portal.softwareUrl}
                  onChanged={reload}
                />
              ) : (
                <ServiceNotNow title={title} status={portal.serviceRegistration?.status} onRetry={reload} />
              ))}
          </PortalFrame>
        );
      }}
    </OwnData>
  );
}
