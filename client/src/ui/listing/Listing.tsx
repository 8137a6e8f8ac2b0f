import { clsx } from "clsx";
import { type FocusEvent, type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { useIntl } from "react-intl";
import { Link, NavigationType, useLocation, useNavigate, useNavigationType } from "react-router";
import { Button } from "~/ui/button/Button";
import { ArrowLeftIcon, ArrowRightIcon, ChevronDownIcon } from "~/ui/icon/icons";
import { Checkbox, type CheckboxProps } from "~/ui/input/Choice";
import { Select, type SelectProps } from "~/ui/input/Select";
import { TextField } from "~/ui/input/TextField";
import styles from "./Listing.module.css";

/** A choice of a filter. */
export interface ListingOption {
  value: string;
  label: string;
  /** How many entries it leaves; missing where nobody has counted. */
  count?: number;
  selected: boolean;
  /** The page of what is chosen. */
  link?: { url: string; label: string } | undefined;
}

export interface ListingProps {
  /** Of all pages. */
  total: number;
  /** A list without pages leaves both out, and one whose pages have no numbers. */
  page?: number;
  pageCount?: number;
  isFiltered: boolean;
  resetUrl: string;
  previousUrl?: string | null;
  nextUrl?: string | null;
  /** The controls, named as the parameters of the address are; nothing where there is nothing to choose. */
  filters?: ReactNode;
  /** How many entries there are, in words. */
  count: string;
  children: ReactNode;
}

/**
 * A list with its filters and pages. What is selected is the query of the address: a form that is sent says it, and with
 * JavaScript every choice sends it at once.
 */
export function Listing({ filters, count, page, pageCount = 1, children, ...list }: ListingProps) {
  const { formatMessage } = useIntl();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const resultId = useId();
  const filtersId = useId();
  // On a small screen the results come first.
  const [open, setOpen] = useState(false);

  const submit = (form: HTMLFormElement) => {
    const query = new URLSearchParams();
    for (const [name, value] of new FormData(form)) {
      if (typeof value === "string" && value.trim() !== "") query.append(name, value.trim());
    }
    const next = query.size > 0 ? `?${query}` : "";
    // Who leaves a field after Enter has sent it.
    if (next !== search) void navigate(pathname + next, { preventScrollReset: true });
  };
  return (
    <div className={styles.listing} data-filtered={filters ? "" : undefined}>
      {filters && (
        <form
          className={clsx(styles.filters, open && styles.open)}
          action={pathname}
          onSubmit={(event: FormEvent<HTMLFormElement>) => {
            event.preventDefault();
            submit(event.currentTarget);
          }}
          onChange={(event: FormEvent<HTMLFormElement>) => {
            // A day that is being typed is many days on its way; so are words.
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
          {/* Lets Enter send the form. */}
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
            <Link to={list.resetUrl} preventScrollReset>
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

export interface ListingSearchProps {
  label: string;
  hint?: string;
  name: string;
  /** What the list was searched for. */
  value: string;
}

/** Searches a list for words, once they are typed. What is typed stays while the results come. */
export function ListingSearch({ name, value, ...field }: ListingSearchProps) {
  const input = useRef<HTMLInputElement>(null);
  const { search } = useLocation();
  const type = useNavigationType();
  const seen = useRef(search);
  useEffect(() => {
    const shown = input.current;
    if (seen.current === search) return;
    seen.current = search;
    // On the way back the address decides, and so it does where the filters were reset.
    if (shown && (type === NavigationType.Pop || shown !== document.activeElement))
      shown.value = new URLSearchParams(search).get(name) ?? "";
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

/** Lets the address decide what a control has, also on the way back, without making it anew: the focus would be lost. */
function useFollowing<Control extends HTMLElement>(value: string | boolean, set: (control: Control) => void) {
  const control = useRef<Control>(null);
  useEffect(() => {
    if (control.current) set(control.current);
    // What is set follows from the value.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [value]);
  return control;
}

/** A filter that is on or off. */
export function ListingCheckbox({
  selected,
  ...checkbox
}: Omit<CheckboxProps, "ref" | "checked" | "defaultChecked"> & { selected: boolean }) {
  const input = useFollowing<HTMLInputElement>(selected, (control) => {
    control.checked = selected;
  });
  return <Checkbox {...checkbox} ref={input} defaultChecked={selected} />;
}

/** A filter or an order with one of several values. */
export function ListingMenu({
  value,
  ...menu
}: Omit<SelectProps, "ref" | "value" | "defaultValue" | "isFilter"> & { value: string }) {
  const select = useFollowing<HTMLSelectElement>(value, (control) => {
    control.value = value;
  });
  return <Select {...menu} ref={select} isFilter defaultValue={value} />;
}

/** The choices of one filter, several at once. */
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

/** The choices of one filter, one at a time. */
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
