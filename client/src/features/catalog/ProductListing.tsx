import { useIntl } from "react-intl";
import { Link } from "react-router";
import type { CatalogPageFragment, ListingFigureFragment } from "~/graph/generated/graphql";
import { FlashMessage } from "~/ui/flash/FlashMessage";
import { CloseIcon } from "~/ui/icon/iconSet";
import { Listing } from "~/ui/listing/Listing";
import { ListingChoices, ListingMenu } from "~/ui/listing/ListingFilters";
import { FigureFilter } from "./FigureFilter";
import type { ProductAction } from "./ListingActions";
import { ListingGrid } from "./ProductGrid";
import styles from "./ProductListing.module.css";
import { ProductTable } from "./ProductTable";

type ListingData = NonNullable<CatalogPageFragment["listing"]>;

export interface ProductListingProps {
  listing: ListingData;
  isOfServices?: boolean;
  action?: ProductAction | undefined;
}

/** Products or services with their filters, as cards or as a table. */
export function ProductListing({ listing, isOfServices = false, action }: ProductListingProps) {
  const { formatMessage } = useIntl();
  const hasFilters =
    listing.brands.length > 1 ||
    listing.capabilities.length > 0 ||
    listing.processes.length > 1 ||
    listing.figures.length > 0 ||
    listing.isFiltered;
  return (
    <Listing
      {...listing}
      count={formatMessage({ id: "listing.count" }, { count: listing.total })}
      summary={
        listing.chips.length > 0 &&
        listing.chips.map(({ label, foreignLanguage, url }) => (
          <span key={url} lang={foreignLanguage ?? undefined}>
            {label}
          </span>
        ))
      }
      filters={
        <>
          {listing.figures.some(isOfFinder) && (
            <div className={styles.finder} data-finder="">
              {listing.figures.filter(isOfFinder).map((figure) => (
                <FigureFilter key={figure.fitsParameter} figure={figure} />
              ))}
            </div>
          )}
          <SortMenu figures={listing.figures} value={listing.sortedBy} />
          {hasFilters && (
            <>
              <ListingChoices
                legend={formatMessage({ id: isOfServices ? "catalog.need" : "catalog.process" })}
                name="process"
                options={listing.processes.length > 1 ? listing.processes : []}
              />
              {listing.choices.map(({ label, foreignLanguage, parameter, options }) => (
                <ListingChoices
                  key={parameter}
                  legend={label}
                  legendLanguage={foreignLanguage}
                  name={parameter}
                  options={options}
                />
              ))}
              {listing.figures
                .filter((figure) => !isOfFinder(figure))
                .map((figure) => (
                  <FigureFilter key={figure.fitsParameter} figure={figure} />
                ))}
              {listing.figures.length > 0 && (
                <>
                  <input type="hidden" name="units" value={listing.units} />
                  <Link className={styles.units} to={listing.otherSystemUrl} preventScrollReset>
                    {formatMessage({ id: listing.system === "METRIC" ? "catalog.inImperial" : "catalog.inMetric" })}
                  </Link>
                </>
              )}
              <ListingChoices
                legend={formatMessage({ id: "catalog.capability" })}
                name="capability"
                options={listing.capabilities}
              />
              <ListingChoices legend={formatMessage({ id: "catalog.brand" })} name="brand" options={listing.brands} />
              {/* Without a brand, the site's own would be selected. */}
              {listing.siteBrand && <input type="hidden" name="brand" value="all" />}
            </>
          )}
          {listing.isTable && <input type="hidden" name="view" value="table" />}
        </>
      }
    >
      {listing.isIncomplete && (
        <FlashMessage flash={{ static: true, text: formatMessage({ id: "catalog.incomplete" }) }} />
      )}
      {listing.siteBrand && <Brands choice={listing.siteBrand} />}
      {(listing.chips.length > 0 || listing.figures.length > 0) && (
        <div className={styles.bar}>
          <Chips chips={listing.chips} />
          {listing.figures.length > 0 && <Views listing={listing} />}
        </div>
      )}
      {listing.isTable ? (
        <ProductTable listing={listing} action={action} />
      ) : (
        <ListingGrid items={listing.items} figures={listing.figures} action={action} />
      )}
    </Listing>
  );
}

/** Whether a filter is one of cross-section and output, which come first (CAT-59). */
const isOfFinder = ({ finderParameter }: ListingFigureFragment) => finderParameter !== null;

function SortMenu({ figures, value }: { figures: readonly ListingFigureFragment[]; value: string }) {
  const { formatMessage } = useIntl();
  return (
    <ListingMenu
      label={formatMessage({ id: "catalog.sort" })}
      name="sort"
      value={value}
      options={[
        { value: "", label: formatMessage({ id: "catalog.sortPosition" }) },
        { value: "name", label: formatMessage({ id: "catalog.sortName" }) },
        ...figures.flatMap(({ label, sortLowest, sortHighest }) => [
          { value: sortLowest, label: formatMessage({ id: "catalog.sortLowest" }, { figure: label }) },
          { value: sortHighest, label: formatMessage({ id: "catalog.sortHighest" }, { figure: label }) },
        ]),
      ]}
    />
  );
}

/** The filters in use; each is a link to the list without it. */
function Chips({ chips }: { chips: ListingData["chips"] }) {
  const { formatMessage } = useIntl();
  if (chips.length === 0) return null;
  return (
    <ul className={styles.chips} aria-label={formatMessage({ id: "catalog.activeFilters" })}>
      {chips.map(({ label, foreignLanguage, url }) => (
        <li key={url}>
          <Link
            className={styles.chip}
            to={url}
            preventScrollReset
            aria-label={formatMessage({ id: "catalog.removeFilter" }, { label })}
          >
            <span lang={foreignLanguage ?? undefined}>{label}</span> <CloseIcon size={16} />
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** The choice between the products of the site's brand and those of the group. */
function Brands({ choice }: { choice: NonNullable<ListingData["siteBrand"]> }) {
  const { formatMessage } = useIntl();
  return (
    <nav className={styles.brands} aria-label={formatMessage({ id: "catalog.brand" })}>
      <Link to={choice.ownUrl} preventScrollReset aria-current={choice.isSelected ? "true" : undefined}>
        {choice.brand.name}
      </Link>
      <Link to={choice.allUrl} preventScrollReset aria-current={choice.isSelected ? undefined : "true"}>
        {formatMessage({ id: "catalog.allBrands" })}
      </Link>
    </nav>
  );
}

function Views({ listing }: { listing: ListingData }) {
  const { formatMessage } = useIntl();
  return (
    <nav className={styles.views} aria-label={formatMessage({ id: "catalog.view" })}>
      <Link to={listing.cardsUrl} preventScrollReset aria-current={listing.isTable ? undefined : "true"}>
        {formatMessage({ id: "catalog.cards" })}
      </Link>
      <Link to={listing.tableUrl} preventScrollReset aria-current={listing.isTable ? "true" : undefined}>
        {formatMessage({ id: "catalog.table" })}
      </Link>
    </nav>
  );
}
