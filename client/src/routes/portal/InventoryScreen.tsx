import type { QueryRef } from "@apollo/client/react";
import { InventoryPage } from "~/features/inventory/InventoryPage";
import { InventoryDocument, type InventoryQuery, type PortalScreenQuery } from "~/graph/generated/graphql";
import type { ScreenProps } from "~/routes/screenModule";
import { ServiceScreen } from "./ServiceScreen";

export const query = InventoryDocument;

/** The machines in use, and the retired ones (`/mykomax/inventory` and `/mykomax/inventory/old`, URL-20). */
export function Screen(props: ScreenProps<PortalScreenQuery, QueryRef<InventoryQuery>>) {
  return (
    <ServiceScreen shape="list" {...props}>
      {({ portal, title, reload }) =>
        portal.inventory && (
          <InventoryPage
            title={title}
            list={portal.inventory}
            inventoryUrl={portal.inventoryUrl}
            retiredUrl={portal.retiredMachinesUrl}
            onChanged={reload}
          />
        )
      }
    </ServiceScreen>
  );
}
