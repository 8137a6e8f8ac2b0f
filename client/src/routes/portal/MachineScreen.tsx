import type { QueryRef } from "@apollo/client/react";
import { useIntl } from "react-intl";
import { MachinePage } from "~/features/inventory/MachinePage";
import { SoftwareVersions } from "~/features/software/SoftwareVersions";
import { TicketRows } from "~/features/tickets/TicketRows";
import { MachineDocument, type MachineQuery, type PortalScreenQuery } from "~/graph/generated/graphql";
import { RecordNotFound } from "~/ui/record/RecordNotFound";
import type { ScreenProps } from "~/routes/screenModule";
import type { PortalOf } from "./PrivateData";
import { ServiceScreen } from "./ServiceScreen";

export const query = MachineDocument;

/** One machine (/mykomax/inventory/{id}). */
export function Screen(props: ScreenProps<PortalScreenQuery, QueryRef<MachineQuery>>) {
  const { formatMessage } = useIntl();
  return (
    <ServiceScreen
      shape="record"
      {...props}
      missing={({ inventoryUrl }) => (
        <RecordNotFound
          title={formatMessage({ id: "machine.missing.title" })}
          text={formatMessage({ id: "machine.missing.text" })}
          link={{ url: inventoryUrl, text: formatMessage({ id: "portal.page.INVENTORY" }) }}
        />
      )}
    >
      {({ portal }) => portal.machine && <MachineContent {...portal.machine} />}
    </ServiceScreen>
  );
}

function MachineContent({ machine, locations, packages, tickets }: NonNullable<PortalOf<MachineQuery>["machine"]>) {
  const { formatMessage } = useIntl();
  return (
    <MachinePage
      key={machine.id}
      machine={machine}
      locations={locations}
      software={
        packages.length > 0 &&
        packages.map((one) => <SoftwareVersions key={one.id} package={one} headingLevel={3} isOfMachine />)
      }
      tickets={
        tickets
          ? {
              count: tickets.length,
              list: <TicketRows label={formatMessage({ id: "portal.page.TICKETS" })} tickets={tickets} />,
            }
          : undefined
      }
    />
  );
}
