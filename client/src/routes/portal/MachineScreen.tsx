import type { QueryRef } from "@apollo/client/react";
import { MachinePage } from "~/features/inventory/MachinePage";
import { MissingMachine } from "~/features/inventory/MissingMachine";
import { usePageTitle } from "~/features/portal/pageTitles";
import { ServiceNotNow } from "~/features/portal/ServiceNotNow";
import { SoftwareVersions } from "~/features/software/SoftwareVersions";
import { TicketRows } from "~/features/tickets/TicketRows";
import { MachineDocument, type MachineQuery, type PortalScreenQuery } from "~/graph/generated/graphql";
import type { ScreenProps } from "~/routes/screen";
import { loadOwn } from "./loadOwn";
import { OwnData, type OwnState, type PortalOf } from "./OwnData";
import { PortalFrame } from "./PortalFrame";

export const load = loadOwn(MachineDocument);

/** One machine (/mykomax/inventory/{id}). */
export function Screen({ page, url, own }: ScreenProps<PortalScreenQuery, QueryRef<MachineQuery>>) {
  const title = usePageTitle("MACHINE");
  return (
    <OwnData url={url} own={own}>
      {(state) => {
        const { portal, way } = state;
        return (
          <PortalFrame page={page} breadcrumb={portal?.breadcrumb} way={way}>
            {portal && <Content {...state} portal={portal} title={title} />}
          </PortalFrame>
        );
      }}
    </OwnData>
  );
}

type ContentProps = Omit<OwnState<unknown>, "portal"> & { portal: PortalOf<MachineQuery>; title: string };

function Content({ portal, hasFailed, reload, title }: ContentProps) {
  const { machine: shown, serviceRegistration } = portal;
  const status = serviceRegistration?.status;
  if (!shown) {
    if (status === "ACTIVE" && !hasFailed) return <MissingMachine inventoryUrl={portal.inventoryUrl} />;
    return <ServiceNotNow title={title} status={status} onRetry={reload} />;
  }
  const { machine, locations, packages, tickets } = shown;
  return (
    <MachinePage
      key={machine.id}
      machine={machine}
      locations={locations}
      software={
        packages.length > 0 &&
        packages.map((one) => <SoftwareVersions key={one.id} package={one} headingLevel={3} isOfMachine />)
      }
      tickets={tickets ? { count: tickets.length, list: <TicketRows tickets={tickets} headingLevel={3} /> } : undefined}
    />
  );
}
