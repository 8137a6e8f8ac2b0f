import { useIntl } from "react-intl";
import type { OrganizationListFragment } from "~/graph/generated/graphql";
import { Listing } from "~/ui/listing/Listing";
import { ListingSearch } from "~/ui/listing/ListingFilters";
import { ListPage } from "~/ui/listing/ListPage";
import { type RecordColumn, RecordLink, RecordTable } from "~/ui/listing/RecordTable";
import { StatusLabel } from "~/ui/status/StatusLabel";
import { useUserTexts } from "./userTexts";

export interface OrganizationListProps {
  title: string;
  list: OrganizationListFragment;
}

type Entry = OrganizationListFragment["entries"][number];

/** The organizations of an administrator: those with open requests first. */
export function OrganizationList({ title, list }: OrganizationListProps) {
  const { formatMessage, formatNumber } = useIntl();
  const texts = useUserTexts();
  const columns: RecordColumn<Entry>[] = [
    {
      id: "name",
      label: formatMessage({ id: "users.order.NAME" }),
      card: "title",
      width: "40%",
      cell: ({ organization }) => <RecordLink to={organization.url}>{organization.name}</RecordLink>,
    },
    {
      id: "requests",
      label: formatMessage({ id: "users.openRequests" }),
      card: "start",
      cell: ({ openRequestCount }) =>
        openRequestCount > 0 ? (
          <StatusLabel tone="warning" shape="diamond">
            {formatMessage({ id: "users.organizations.requests" }, { count: openRequestCount })}
          </StatusLabel>
        ) : (
          formatMessage({ id: "users.organizations.requests" }, { count: 0 })
        ),
    },
    {
      id: "members",
      label: formatMessage({ id: "users.organization.members" }),
      card: "end",
      width: "8rem",
      cell: ({ organization }) => formatNumber(organization.memberCount),
    },
    {
      id: "place",
      label: formatMessage({ id: "users.place" }),
      card: "note",
      cell: ({ organization }) => texts.place(organization),
    },
  ];
  return (
    <ListPage title={title} hasRecords={list.total > 0}>
      <Listing
        total={list.total}
        isFiltered={list.isFiltered}
        resetUrl={list.resetUrl}
        count={formatMessage({ id: "users.organizations.count" }, { count: list.total })}
        search={
          <ListingSearch
            label={formatMessage({ id: "users.search" })}
            placeholder={formatMessage({ id: "users.organizations.hint" })}
            name="q"
            value={list.text}
          />
        }
      >
        {list.total > 0 && (
          <RecordTable
            label={title}
            columns={columns}
            entries={list.entries}
            keyOf={({ organization }) => organization.id}
          />
        )}
      </Listing>
    </ListPage>
  );
}
