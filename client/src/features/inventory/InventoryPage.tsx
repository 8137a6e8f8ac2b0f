import { useIntl } from "react-intl";
import type { MachineListFragment } from "~/graph/generated/graphql";
import { ButtonLink } from "~/ui/button/Button";
import { Listing } from "~/ui/listing/Listing";
import {
  ListingCheckbox,
  ListingChoices,
  ListingMenu,
  ListingSearch,
  ListingSelect,
} from "~/ui/listing/ListingFilters";
import { ListPage, EmptyList } from "~/ui/listing/ListPage";
import { ExportLinks } from "~/ui/record/ExportLinks";
import { AddMachine } from "./AddMachine";
import { ImportMachines } from "./ImportMachines";
import styles from "./InventoryPage.module.css";
import { MachineRows } from "./MachineRows";
import { formatLocation } from "~/ui/record/formatLocation";
import { LocationChoices } from "~/ui/record/LocationChoices";

export interface InventoryPageProps {
  title: string;
  list: MachineListFragment;
  inventoryUrl: string;
  retiredUrl: string;
  /** Reloads the page. */
  onChanged: () => Promise<void>;
}

/** The machines of a customer, in use or retired, with their filters. */
export function InventoryPage({ title, list, inventoryUrl, retiredUrl, onChanged }: InventoryPageProps) {
  const { formatMessage } = useIntl();
  const { isRetired, total, isFiltered } = list;
  const locations = list.locationOptions.map(({ location }) => location);
  const otherList = (
    <ButtonLink size="small" variant="quiet" target={{ kind: "ROUTE", url: isRetired ? inventoryUrl : retiredUrl }}>
      {formatMessage({ id: isRetired ? "inventory.inUse" : "portal.page.INVENTORY_OLD" })}
    </ButtonLink>
  );
  return (
    <ListPage
      title={title}
      hasRecords={total > 0}
      actions={
        !isRetired &&
        locations.length > 0 && (
          <>
            <AddMachine locations={locations} />
            <ImportMachines list={list} locations={locations} onImported={onChanged} />
          </>
        )
      }
    >
      {total === 0 && !isFiltered ? (
        <EmptyList title={formatMessage({ id: isRetired ? "inventory.noneRetired" : "inventory.none" })}>
          {otherList}
        </EmptyList>
      ) : (
        <>
          <Listing
            {...list}
            count={formatMessage(
              { id: list.totalIsExact ? "inventory.count" : "inventory.countMore" },
              { count: total },
            )}
            search={
              <ListingSearch
                label={formatMessage({ id: "tickets.search" })}
                placeholder={formatMessage({ id: "inventory.search.hint" })}
                name="q"
                value={list.text}
              />
            }
            tools={otherList}
            filters={<Filters list={list} />}
          >
            {list.groups.map((group) => {
              const name = group.location ? formatLocation(group.location) : group.productLine?.name;
              if (!name) return <MachineRows key="all" label={title} machines={group.machines} order={list.order} />;
              return (
                <section key={name} className={styles.group} aria-label={name}>
                  <h2 className={styles.groupTitle}>{name}</h2>
                  <MachineRows label={name} machines={group.machines} />
                </section>
              );
            })}
          </Listing>
          {total > 0 && <ExportLinks csv={list.exportUrl} xlsx={list.exportXlsxUrl} />}
        </>
      )}
    </ListPage>
  );
}

function Filters({ list }: { list: MachineListFragment }) {
  const { formatMessage } = useIntl();
  const lines = list.productLineOptions.map(({ productLine, selected, count }) => ({
    value: productLine.slug,
    label: productLine.name,
    selected,
    count,
  }));
  const coverage = (options: MachineListFragment["warrantyOptions"]) =>
    options.map(({ state, selected, count }) => ({
      value: state,
      label: formatMessage({ id: `inventory.coverage.${state}` }),
      selected,
      count,
    }));
  return (
    <>
      <ListingMenu
        label={formatMessage({ id: "inventory.group" })}
        name="group"
        value={list.grouping}
        options={list.groupingOptions.map((grouping) => ({
          value: grouping,
          label: formatMessage({ id: `inventory.group.${grouping}` }),
        }))}
      />
      {list.grouping === "NONE" && (
        <ListingMenu
          label={formatMessage({ id: "tickets.order" })}
          name="sort"
          value={list.order}
          options={list.orderOptions.map((order) => ({
            value: order,
            label: formatMessage({ id: `inventory.order.${order}` }),
          }))}
        />
      )}
      <ListingSelect label={formatMessage({ id: "inventory.line" })} name="line" options={lines} />
      <LocationChoices options={list.locationOptions} />
      {!list.isRetired && (
        <ListingCheckbox
          name="update"
          value="true"
          selected={list.hasUpdate}
          count={list.updateCount}
          label={formatMessage({ id: "inventory.update" })}
        />
      )}
      <ListingChoices
        legend={formatMessage({ id: "inventory.warranty" })}
        name="warranty"
        options={coverage(list.warrantyOptions)}
      />
      <ListingChoices
        legend={formatMessage({ id: "inventory.contract" })}
        name="contract"
        options={coverage(list.contractOptions)}
      />
    </>
  );
}
