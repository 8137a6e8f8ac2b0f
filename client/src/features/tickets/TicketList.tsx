import { useIntl } from "react-intl";
import type { TicketListFragment } from "~/graph/generated/graphql";
import { ButtonLink } from "~/ui/button/Button";
import { PlusIcon } from "~/ui/icon/iconSet";
import { Checkbox } from "~/ui/input/Choice";
import { ColumnMenu } from "~/ui/listing/ColumnMenu";
import { Listing } from "~/ui/listing/Listing";
import { ListingCheckbox, ListingChoices, ListingMenu, ListingSearch } from "~/ui/listing/ListingFilters";
import { ListPage, EmptyList } from "~/ui/listing/ListPage";
import { ExportLinks } from "~/ui/record/ExportLinks";
import { LocationChoices } from "~/ui/record/LocationChoices";
import { TicketRows } from "./TicketRows";

export interface TicketListProps {
  title: string;
  list: TicketListFragment;
  newTicketUrl: string;
}

/** The list of tickets with its filters, including 'show only my tickets' (TICK-13). */
export function TicketList({ title, list, newTicketUrl }: TicketListProps) {
  const { formatMessage } = useIntl();
  const create = (
    <ButtonLink size="small" target={{ kind: "ROUTE", url: newTicketUrl }} icon={<PlusIcon size={16} />}>
      {formatMessage({ id: "tickets.new" })}
    </ButtonLink>
  );
  if (list.total === 0 && !list.isFiltered)
    return (
      <ListPage title={title}>
        <EmptyList
          title={formatMessage({ id: "tickets.none" })}
          text={formatMessage({ id: "portal.service.TICKETING.text" })}
        >
          {create}
        </EmptyList>
      </ListPage>
    );
  return (
    <ListPage title={title} actions={create} hasRecords={list.tickets.length > 0}>
      <Listing
        {...list}
        search={
          <ListingSearch
            label={formatMessage({ id: "tickets.search" })}
            placeholder={formatMessage({ id: "tickets.search.hint" })}
            name="q"
            value={list.text}
          />
        }
        count={formatMessage({ id: list.totalIsExact ? "tickets.count" : "tickets.countMore" }, { count: list.total })}
        filters={<Filters list={list} />}
      >
        {list.tickets.length > 0 && (
          <TicketRows
            label={title}
            choice={{ name: "tickets", Menu: ColumnMenu }}
            tickets={list.tickets}
            order={list.order}
            withAssignee={list.onlyAssigned !== null}
          />
        )}
      </Listing>
      {list.total > 0 && <ExportLinks csv={list.exportUrl} xlsx={list.exportXlsxUrl} />}
    </ListPage>
  );
}

function Filters({ list }: { list: TicketListFragment }) {
  const { formatMessage } = useIntl();
  return (
    <>
      {list.serialNumber && (
        <Checkbox
          key={`serial ${list.serialNumber}`}
          name="serial"
          value={list.serialNumber}
          defaultChecked
          label={formatMessage({ id: "tickets.serialNumber" }, { number: list.serialNumber })}
        />
      )}
      <ListingMenu
        label={formatMessage({ id: "tickets.order" })}
        name="sort"
        value={list.order}
        options={list.orderOptions.map((order) => ({
          value: order,
          label: formatMessage({ id: `tickets.order.${order}` }),
        }))}
      />
      <ListingCheckbox
        name="waiting"
        value="true"
        selected={list.onlyWaiting}
        count={list.waitingCount}
        label={formatMessage({ id: list.onlyAssigned === null ? "portal.waiting" : "ticket.status.OPEN.OWN_STAFF" })}
      />
      {list.onlyAssigned !== null && (
        <ListingCheckbox
          name="assigned"
          value="true"
          selected={list.onlyAssigned}
          count={list.assignedCount}
          label={formatMessage({ id: "tickets.assigned" })}
        />
      )}
      <ListingCheckbox
        name="mine"
        value="true"
        selected={list.onlyMine}
        count={list.mineCount}
        label={formatMessage({ id: "tickets.mine" })}
      />
      <ListingChoices
        legend={formatMessage({ id: "tickets.status" })}
        name="status"
        options={list.statusOptions.map(({ status, selected, count }) => ({
          value: status,
          label: formatMessage({ id: `ticket.status.${status}` }),
          selected,
          count,
        }))}
      />
      <ListingChoices
        legend={formatMessage({ id: "tickets.type" })}
        name="type"
        options={list.typeOptions.map(({ type, selected, count }) => ({
          value: type,
          label: formatMessage({ id: `ticket.type.${type}` }),
          selected,
          count,
        }))}
      />
      <LocationChoices options={list.locations} />
    </>
  );
}
