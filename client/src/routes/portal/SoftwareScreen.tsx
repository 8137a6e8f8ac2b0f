import type { QueryRef } from "@apollo/client/react";
import { SoftwarePage } from "~/features/software/SoftwarePage";
import { type PortalScreenQuery, SoftwareDocument, type SoftwareQuery } from "~/graph/generated/graphql";
import type { ScreenProps } from "~/routes/screenModule";
import { ServiceScreen } from "./ServiceScreen";

export const query = SoftwareDocument;

/** The software download center (`/mykomax/inventory/software`, URL-20). */
export function Screen(props: ScreenProps<PortalScreenQuery, QueryRef<SoftwareQuery>>) {
  return (
    <ServiceScreen shape="list" {...props}>
      {({ portal, title }) =>
        portal.software && <SoftwarePage title={title} packages={portal.software} inventoryUrl={portal.inventoryUrl} />
      }
    </ServiceScreen>
  );
}
