import { useIntl } from "react-intl";
import type { LocationOverviewFragment } from "~/graph/generated/graphql";
import { Listing } from "~/ui/listing/Listing";
import { ListingChoices, ListingSelect } from "~/ui/listing/ListingFilters";
import { LocationCard, useLocationLabel } from "./LocationCard";
import styles from "./LocationList.module.css";
import { LocationMap } from "./map/LocationMap";

export interface LocationListProps {
  overview: LocationOverviewFragment;
  /** The country of the locale. */
  country?: string | undefined;
}

/** All locations by region and on a map, with filters for brand, contact type, country and region (LCN-1). */
export function LocationList({ overview, country }: LocationListProps) {
  const { formatMessage } = useIntl();
  const label = useLocationLabel();
  const named = (options: LocationOverviewFragment["types"]) =>
    options.map((option) => ({ ...option, label: label(option.value) }));
  const regions = [...new Set(overview.locations.map((location) => location.region))];
  return (
    <Listing
      {...overview}
      count={formatMessage({ id: "locations.count" }, { count: overview.total })}
      filters={
        <>
          <ListingSelect
            label={formatMessage({ id: "locations.country" })}
            name="country"
            options={overview.countries}
          />
          <ListingChoices
            legend={formatMessage({ id: "locations.type" })}
            name="type"
            options={named(overview.types)}
          />
          <ListingChoices
            legend={formatMessage({ id: "locations.region" })}
            name="region"
            options={named(overview.regions)}
          />
          <ListingChoices legend={formatMessage({ id: "catalog.brand" })} name="brand" options={overview.brands} />
        </>
      }
    >
      <LocationMap locations={overview.locations} country={country} isFiltered={overview.isFiltered} />
      {regions.map((region) => (
        <div key={region} className={styles.region}>
          <h3 className={styles.name}>{label(region)}</h3>
          <ul className={styles.locations}>
            {overview.locations
              .filter((location) => location.region === region)
              .map((location) => (
                <li key={location.id} id={`location-${location.slug}`}>
                  <LocationCard location={location} headingLevel={4} />
                </li>
              ))}
          </ul>
        </div>
      ))}
    </Listing>
  );
}
