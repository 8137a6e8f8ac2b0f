import { type FormEvent, useId } from "react";
import { useIntl } from "react-intl";
import { Link, useLocation, useNavigate } from "react-router";
import type { CatalogPageFragment, ListingFilterFragment } from "~/graph/generated/graphql";
import { Button } from "~/ui/button/Button";
import { ArrowLeftIcon, ArrowRightIcon } from "~/ui/icon/icons";
import { Checkbox } from "~/ui/input/Choice";
import { Select } from "~/ui/input/Select";
import { type ProductAction, ProductGrid } from "./ProductGrid";
import styles from "./ProductListing.module.css";

type Listing = NonNullable<CatalogPageFragment["listing"]>;

/**
 * Products or services with their filters. What is selected is the query of the address: a form that is sent says it, and
 * with JavaScript every choice sends it at once.
 */
export function ProductListing({ listing, action }: { listing: Listing; action?: ProductAction | undefined }) {
  const { formatMessage } = useIntl();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const resultId = useId();
  const hasFilters = listing.brands.length > 1 || listing.capabilities.length > 0 || listing.isFiltered;

  const submit = (form: HTMLFormElement) => {
    const query = new URLSearchParams();
    for (const [name, value] of new FormData(form)) {
      if (typeof value === "string" && value !== "" && value !== "position") query.append(name, value);
    }
    const search = query.toString();
    void navigate(search ? `${pathname}?${search}` : pathname);
  };
  return (
    <div className={styles.listing}>
      <form
        className={styles.filters}
        action={pathname}
        onSubmit={(event: FormEvent<HTMLFormElement>) => {
          event.preventDefault();
          submit(event.currentTarget);
        }}
        onChange={(event: FormEvent<HTMLFormElement>) => submit(event.currentTarget)}
        aria-describedby={resultId}
      >
        <Select
          label={formatMessage({ id: "catalog.sort" })}
          name="sort"
          required
          // A new address may bring another order: the control follows.
          key={listing.sort}
          defaultValue={listing.sort.toLowerCase()}
          options={[
            { value: "position", label: formatMessage({ id: "catalog.sortPosition" }) },
            { value: "name", label: formatMessage({ id: "catalog.sortName" }) },
          ]}
        />
        {hasFilters && (
          <>
            <Choices
              legend={formatMessage({ id: "catalog.capability" })}
              name="capability"
              options={listing.capabilities}
            />
            <Choices legend={formatMessage({ id: "catalog.brand" })} name="brand" options={listing.brands} />
          </>
        )}
        <noscript>
          <Button type="submit" size="small">
            {formatMessage({ id: "catalog.apply" })}
          </Button>
        </noscript>
      </form>
      <div className={styles.results}>
        <p className={styles.count} id={resultId} role="status">
          <span>{formatMessage({ id: "catalog.count" }, { count: listing.total })}</span>
          {listing.isFiltered && <Link to={listing.resetUrl}>{formatMessage({ id: "catalog.reset" })}</Link>}
        </p>
        {listing.products.length === 0 && <p>{formatMessage({ id: "catalog.none" })}</p>}
        <ProductGrid products={listing.products} action={action} />
        {listing.pageCount > 1 && <Pages listing={listing} />}
      </div>
    </div>
  );
}

function Choices({
  legend,
  name,
  options,
}: {
  legend: string;
  name: string;
  options: readonly ListingFilterFragment[];
}) {
  if (options.length === 0) return null;
  return (
    <fieldset className={styles.choices}>
      <legend className={styles.legend}>{legend}</legend>
      {options.map((option) => (
        <Checkbox
          // The address decides what is selected, also on the way back.
          key={`${option.value} ${option.selected}`}
          name={name}
          value={option.value}
          defaultChecked={option.selected}
          label={
            <>
              {option.label} <span className={styles.number}>{option.count}</span>
            </>
          }
        />
      ))}
    </fieldset>
  );
}

function Pages({ listing }: { listing: Listing }) {
  const { formatMessage } = useIntl();
  return (
    <nav className={styles.pages} aria-label={formatMessage({ id: "catalog.pages" })}>
      {listing.previousUrl && (
        <Link to={listing.previousUrl} rel="prev" className={styles.turn}>
          <ArrowLeftIcon size={16} /> {formatMessage({ id: "catalog.previousPage" })}
        </Link>
      )}
      <span>{formatMessage({ id: "catalog.page" }, { page: listing.page, count: listing.pageCount })}</span>
      {listing.nextUrl && (
        <Link to={listing.nextUrl} rel="next" className={styles.turn}>
          {formatMessage({ id: "catalog.nextPage" })} <ArrowRightIcon size={16} />
        </Link>
      )}
    </nav>
  );
}
