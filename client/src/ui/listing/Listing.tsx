import { clsx } from "clsx";
import {
  type ChangeEvent,
  type FocusEvent,
  type MouseEvent,
  type ReactNode,
  type SubmitEvent,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { useIntl } from "react-intl";
import { Link, NavigationType, useLocation, useNavigate, useNavigationType } from "react-router";
import { Button } from "~/ui/button/Button";
import { ArrowLeftIcon, ArrowRightIcon, ChevronDownIcon } from "~/ui/icon/iconSet";
import { Checkbox, type CheckboxProps } from "~/ui/input/Choice";
import { Select, type SelectProps } from "~/ui/input/Select";
import { TextField } from "~/ui/input/TextField";
import styles from "./Listing.module.css";

/** An option of a filter. */
export interface ListingOption {
  value: string;
  label: string;
  /** The number of matching entries; undefined if it was not counted. */
  count?: number;
  selected: boolean;
  /** The page of the option's entity. */
  link?: { url: string; label: string } | undefined;
}

export interface ListingProps {
  /** The number of entries on all pages. */
  total: number;
  /** Omitted with `pageCount` by a list without pages, and alone by one whose pages have no numbers. */
  page?: number;
  pageCount?: number;
  isFiltered: boolean;
  resetUrl: string;
  previousUrl?: string | null;
  nextUrl?: string | null;
  /** The controls, named like the query parameters; undefined if there are none. */
  filters?: ReactNode;
  /** The number of entries as text. */
  count: string;
  children: ReactNode;
}

/**
 * A list with filters and pages. The selection is the query of the address: the filters are a form, and with JavaScript
 * every choice submits it immediately.
 */
export function Listing({ filters, count, page, pageCount = 1, children, ...list }: ListingProps) {
  const { formatMessage } = useIntl();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const resultId = useId();
  const filtersId = useId();
  const form = useRef<HTMLFormElement>(null);
  // On a small screen the filters are collapsed.
  const [open, setOpen] = useState(false);

  const submit = (form: HTMLFormElement) => {
    const query = new URLSearchParams();
    for (const [name, value] of new FormData(form)) {
      if (typeof value === "string" && value.trim() !== "") query.append(name, value.trim());
    }
    const next = query.size > 0 ? `?${query}` : "";
    // Blur after Enter: the value was already submitted.
    if (next !== search) void navigate(pathname + next, { preventScrollReset: true });
  };
  return (
    <div className={styles.listing} data-filtered={filters ? "" : undefined}>
      {filters && (
        <form
          ref={form}
          className={clsx(styles.filters, open && styles.open)}
          action={pathname}
          onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
            event.preventDefault();
            submit(event.currentTarget);
          }}
          onChange={(event: ChangeEvent<HTMLFormElement>) => {
            // A date or text changes with every key while it is typed.
            if (!isTyped(event.target)) submit(event.currentTarget);
          }}
          onBlur={(event: FocusEvent<HTMLFormElement>) => {
            if (isTyped(event.target) && event.target.value !== event.target.defaultValue) submit(event.currentTarget);
          }}
          aria-describedby={resultId}
        >
          <Button
            variant="secondary"
            className={styles.toggle}
            aria-expanded={open}
            aria-controls={filtersId}
            trailingIcon={<ChevronDownIcon size={16} />}
            onClick={() => setOpen(!open)}
          >
            {formatMessage({ id: "listing.filters" })}
          </Button>
          <div className={styles.controls} id={filtersId}>
            {filters}
          </div>
          {/* Lets Enter submit the form. */}
          <button type="submit" hidden />
          <noscript>
            <Button type="submit" size="small">
              {formatMessage({ id: "listing.apply" })}
            </Button>
          </noscript>
        </form>
      )}
      <div className={styles.results}>
        <p className={styles.count} id={resultId} role="status">
          <span>{count}</span>
          {list.isFiltered && (
            <Link
              to={list.resetUrl}
              preventScrollReset
              onClick={(event) => {
                // The graph's values arrive later, and a search before that would submit the previous filters.
                if (form.current && isNavigation(event)) setControls(form.current, list.resetUrl);
              }}
            >
              {formatMessage({ id: "listing.reset" })}
            </Link>
          )}
        </p>
        {list.total === 0 && <p>{formatMessage({ id: "listing.none" })}</p>}
        {children}
        {(pageCount > 1 || list.previousUrl || list.nextUrl) && <Pages {...list} page={page} pageCount={pageCount} />}
      </div>
    </div>
  );
}

function isTyped(target: EventTarget): target is HTMLInputElement {
  return target instanceof HTMLInputElement && ["date", "search"].includes(target.type);
}

/** Reports whether a click on a link opens it in the present window. */
function isNavigation(click: MouseEvent): boolean {
  return click.button === 0 && !click.metaKey && !click.altKey && !click.ctrlKey && !click.shiftKey;
}

/** Sets the controls of a form to the query of a URL. */
function setControls(form: HTMLFormElement, url: string) {
  const query = new URL(url, window.location.href).searchParams;
  for (const control of form.elements) {
    if (control instanceof HTMLInputElement && control.type === "checkbox") {
      control.checked = query.getAll(control.name).includes(control.value);
    } else if (control instanceof HTMLInputElement && control.type !== "hidden") {
      control.value = query.get(control.name) ?? "";
    } else if (control instanceof HTMLSelectElement) {
      const value = query.get(control.name) ?? "";
      // A menu without an empty option is no filter, such as the sort order.
      if (Array.from(control.options).some((option) => option.value === value)) control.value = value;
    }
  }
}

export interface ListingSearchProps {
  label: string;
  hint?: string;
  name: string;
  /** The search text of the shown list. */
  value: string;
}

/** A search field of a list, applied on submission or blur. The typed text stays while the results are loading. */
export function ListingSearch({ name, value, ...field }: ListingSearchProps) {
  const input = useRef<HTMLInputElement>(null);
  const { search } = useLocation();
  const type = useNavigationType();
  const lastSearch = useRef(search);
  useEffect(() => {
    const element = input.current;
    if (lastSearch.current === search) return;
    lastSearch.current = search;
    // On back navigation, and when filters are reset, the address sets the value.
    if (element && (type === NavigationType.Pop || element !== document.activeElement))
      element.value = new URLSearchParams(search).get(name) ?? "";
  }, [search, type, name]);
  return (
    <TextField
      {...field}
      ref={input}
      type="search"
      name={name}
      defaultValue={value}
      isFilter
      maxLength={100}
      enterKeyHint="search"
      autoComplete="off"
    />
  );
}

/** Updates a control when the address changes, also on back navigation. Remounting it instead would lose the focus. */
function useAddressValue<Control extends HTMLElement>(value: string | boolean, set: (control: Control) => void) {
  const control = useRef<Control>(null);
  useEffect(() => {
    if (control.current) set(control.current);
    // `set` depends on the value only.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [value]);
  return control;
}

/** A boolean filter. */
export function ListingCheckbox({
  selected,
  ...checkbox
}: Omit<CheckboxProps, "ref" | "checked" | "defaultChecked"> & { selected: boolean }) {
  const input = useAddressValue<HTMLInputElement>(selected, (control) => {
    control.checked = selected;
  });
  return <Checkbox {...checkbox} ref={input} defaultChecked={selected} />;
}

/** A filter or sort order with one of several values. */
export function ListingMenu({
  value,
  ...menu
}: Omit<SelectProps, "ref" | "value" | "defaultValue" | "isFilter"> & { value: string }) {
  const select = useAddressValue<HTMLSelectElement>(value, (control) => {
    control.value = value;
  });
  return <Select {...menu} ref={select} isFilter defaultValue={value} />;
}

/** A filter with several values at once. */
export function ListingChoices({
  legend,
  name,
  options,
}: {
  legend: string;
  name: string;
  options: readonly ListingOption[];
}) {
  if (options.length === 0) return null;
  return (
    <fieldset className={styles.choices}>
      <legend className={styles.legend}>{legend}</legend>
      {options.map((option) => (
        <div key={option.value} className={styles.choice}>
          <ListingCheckbox
            name={name}
            value={option.value}
            selected={option.selected}
            label={
              <>
                {option.label} {option.count !== undefined && <span className={styles.number}>{option.count}</span>}
              </>
            }
          />
          {option.link && (
            <Link to={option.link.url} className={styles.link} aria-label={option.link.label}>
              <ArrowRightIcon size={16} />
            </Link>
          )}
        </div>
      ))}
    </fieldset>
  );
}

/** A filter with one value at a time. */
export function ListingSelect({
  label,
  name,
  options,
}: {
  label: string;
  name: string;
  options: readonly ListingOption[];
}) {
  const { formatMessage } = useIntl();
  const chosen = options.find((option) => option.selected)?.value ?? "";
  if (options.length === 0) return null;
  return (
    <ListingMenu
      label={label}
      name={name}
      value={chosen}
      options={[
        { value: "", label: formatMessage({ id: "listing.all" }) },
        ...options.map((option) => ({
          value: option.value,
          label: option.count === undefined ? option.label : `${option.label} (${option.count})`,
        })),
      ]}
    />
  );
}

function Pages({
  page,
  pageCount,
  previousUrl,
  nextUrl,
}: Pick<ListingProps, "page" | "previousUrl" | "nextUrl"> & { pageCount: number }) {
  const { formatMessage } = useIntl();
  return (
    <nav className={styles.pages} aria-label={formatMessage({ id: "listing.pages" })}>
      {previousUrl && (
        <Link to={previousUrl} rel="prev" className={styles.turn}>
          <ArrowLeftIcon size={16} /> {formatMessage({ id: "listing.previousPage" })}
        </Link>
      )}
      {page !== undefined && <span>{formatMessage({ id: "listing.page" }, { page, count: pageCount })}</span>}
      {nextUrl && (
        <Link to={nextUrl} rel="next" className={clsx(styles.turn, styles.next)}>
          {formatMessage({ id: "listing.nextPage" })} <ArrowRightIcon size={16} />
        </Link>
      )}
    </nav>
  );
}
