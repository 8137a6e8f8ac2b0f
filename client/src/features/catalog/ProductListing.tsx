import { useIntl } from "react-intl";
import type { CatalogPageFragment } from "~/graph/generated/graphql";
import { Listing } from "~/ui/listing/Listing";
import { ListingChoices, ListingMenu } from "~/ui/listing/ListingFilters";
import { type ProductAction, ProductGrid } from "./ProductGrid";

export interface ProductListingProps {
  listing: NonNullable<CatalogPageFragment["listing"]>;
  action?: ProductAction | undefined;
}

/** Products or services with their filters. */
export function ProductListing({ listing, action }: ProductListingProps) {
  const { formatMessage } = useIntl();
  const hasFilters = listing.brands.length > 1 || listing.capabilities.length > 0 || listing.isFiltered;
  return (
    <Listing
      {...listing}
      count={formatMessage({ id: "listing.count" }, { count: listing.total })}
      filters={
        <>
          <ListingMenu
            label={formatMessage({ id: "catalog.sort" })}
            name="sort"
            value={listing.sort === "NAME" ? "name" : ""}
            options={[
              { value: "", label: formatMessage({ id: "catalog.sortPosition" }) },
              { value: "name", label: formatMessage({ id: "catalog.sortName" }) },
            ]}
          />
          {hasFilters && (
            <>
              <ListingChoices
                legend={formatMessage({ id: "catalog.capability" })}
                name="capability"
                options={listing.capabilities}
              />
              <ListingChoices legend={formatMessage({ id: "catalog.brand" })} name="brand" options={listing.brands} />
            </>
          )}
        </>
      }
    >
      <ProductGrid products={listing.products} action={action} />
    </Listing>
  );
}
