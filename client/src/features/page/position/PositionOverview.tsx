import { useIntl } from "react-intl";
import type { PositionOverviewFragment } from "~/graph/generated/graphql";
import { PositionList } from "~/ui/editorial/PositionList";
import { departmentText } from "~/ui/editorial/positionTexts";
import { Listing } from "~/ui/listing/Listing";
import { ListingChoices } from "~/ui/listing/ListingFilters";

/** The open positions with filters for department and place (JOB-5). */
export function PositionOverview({ overview }: { overview: PositionOverviewFragment }) {
  const { formatMessage } = useIntl();
  const { positions, departments, places, isFiltered } = overview;
  if (positions.length === 0 && !isFiltered) return <p>{formatMessage({ id: "position.none" })}</p>;
  const hasFilters = departments.length + places.length > 0;
  return (
    <Listing
      {...overview}
      count={formatMessage({ id: "position.count" }, { count: overview.total })}
      filters={
        hasFilters ? (
          <>
            <ListingChoices
              legend={formatMessage({ id: "position.department" })}
              name="department"
              options={departments.map((option) => ({
                ...option,
                label: formatMessage({ id: departmentText(option.value) }),
              }))}
            />
            <ListingChoices legend={formatMessage({ id: "position.place" })} name="place" options={places} />
          </>
        ) : undefined
      }
    >
      <PositionList positions={positions} />
    </Listing>
  );
}
