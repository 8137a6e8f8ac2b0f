import { useIntl } from "react-intl";
import { Link, useLocation } from "react-router";
import { ListingChoices } from "~/ui/listing/ListingFilters";
import { formatLocation } from "./formatLocation";
import styles from "./LocationChoices.module.css";

/** A location that a list of records can be limited to. */
export interface LocationOption {
  location: { id: string; name: string; city: string; organization: string };
  selected: boolean;
  count?: number | null;
}

/** The parameters of a URL that select locations, and a page of a list. */
const parameter = "location";
const pageParameters = ["after", "before"];

/** Up to this number, all locations are offered; of more, those with records. */
const maxLocations = 8;

/**
 * The filter of a list by location. Users of several organizations limit the list to one of them by a link, which
 * selects all of its locations (PORT-25).
 */
export function LocationChoices({ options }: { options: readonly LocationOption[] }) {
  const { formatMessage } = useIntl();
  const { pathname, search } = useLocation();
  if (options.length < 2) return null;
  const selected = options.filter((option) => option.selected);
  const offered =
    options.length > maxLocations ? options.filter(({ count, selected }) => count !== 0 || selected) : options;
  const organizations = [...new Set(offered.map(({ location }) => location.organization))];
  const urlOf = (locations: readonly LocationOption[]) => {
    const query = new URLSearchParams(search);
    for (const name of [parameter, ...pageParameters]) query.delete(name);
    for (const { location } of locations) query.append(parameter, location.id);
    return query.size > 0 ? `${pathname}?${query}` : pathname;
  };
  const links = [
    { label: formatMessage({ id: "listing.organization.all" }), locations: [] as readonly LocationOption[] },
    ...organizations.map((organization) => ({
      label: organization,
      locations: options.filter(({ location }) => location.organization === organization),
    })),
  ];
  const isCurrent = (locations: readonly LocationOption[]) =>
    locations.length === selected.length && locations.every((option) => option.selected);
  return (
    <>
      {organizations.length > 1 && (
        <nav aria-label={formatMessage({ id: "ticket.organization" })}>
          <p className={styles.label} aria-hidden="true">
            {formatMessage({ id: "ticket.organization" })}
          </p>
          <ul className={styles.list}>
            {links.map(({ label, locations }) => (
              <li key={label}>
                <Link
                  className={styles.link}
                  to={urlOf(locations)}
                  aria-current={isCurrent(locations) ? "true" : undefined}
                  preventScrollReset
                >
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <ListingChoices
        legend={formatMessage({ id: "tickets.location" })}
        name={parameter}
        options={offered.map(({ location, selected, count }) => ({
          value: location.id,
          label: formatLocation(location),
          selected,
          count,
        }))}
      />
    </>
  );
}
