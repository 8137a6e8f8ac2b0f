import { clsx } from "clsx";
import {
  type ChangeEvent,
  type FocusEvent,
  type ReactNode,
  type SubmitEvent,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { useIntl } from "react-intl";
import { Link, useLocation, useNavigate } from "react-router";
import { isPlainClick } from "~/lib/interaction/isPlainClick";
import { Button } from "~/ui/button/Button";
import { ArrowLeftIcon, ArrowRightIcon, ChevronDownIcon } from "~/ui/icon/iconSet";
import fade from "~/ui/table/ScrollFade.module.css";
import styles from "./Listing.module.css";

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
  /**
   * The search field of a list whose filters are above it, behind a button. It is applied while the user types, the
   * other filters are beside the list.
   */
  search?: ReactNode;
  /** What can be done with the list, beside the search. */
  tools?: ReactNode;
  /** The filters in use, for the button that opens the filters on a small screen. */
  summary?: ReactNode;
  /** The number of entries as text. */
  count: string;
  /** The text of an empty list; by default, that nothing matches the filters. */
  none?: string | undefined;
  children: ReactNode;
}

/** Milliseconds without typing after which a search is applied. */
const typingPause = 250;

/**
 * A list with filters and pages. The selection is the query of the URL: the filters are a form, and with JavaScript
 * every choice submits it immediately.
 */
export function Listing({
  filters,
  search: searchField,
  tools,
  summary,
  count,
  page,
  pageCount = 1,
  children,
  ...list
}: ListingProps) {
  const { formatMessage } = useIntl();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const resultId = useId();
  const filtersId = useId();
  const form = useRef<HTMLFormElement>(null);
  const result = useRef<HTMLParagraphElement>(null);
  const typing = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(typing.current), []);
  // On a small screen, and above a list, the filters are collapsed.
  const [open, setOpen] = useState(false);

  const submit = (form: HTMLFormElement, isTyping = false) => {
    clearTimeout(typing.current);
    const query = new URLSearchParams();
    for (const [name, value] of new FormData(form)) {
      if (typeof value === "string" && value.trim() !== "") query.append(name, value.trim());
    }
    // The first letters begin an entry of the history, which the next ones replace.
    const isSearched = new URLSearchParams(search).has("q");
    const next = query.size > 0 ? `?${query}` : "";
    // Blur after Enter: the value was already submitted.
    if (next !== search) void navigate(pathname + next, { preventScrollReset: true, replace: isTyping && isSearched });
  };
  const submitLater = (form: HTMLFormElement) => {
    clearTimeout(typing.current);
    typing.current = setTimeout(() => submit(form, true), typingPause);
  };
  const chosen = searchField ? countFilters(search) : 0;
  return (
    <div
      className={styles.listing}
      data-filtered={filters && !searchField ? "" : undefined}
      data-searched={searchField ? "" : undefined}
    >
      {(filters ?? searchField) && (
        <form
          ref={form}
          className={clsx(styles.filters, fade.block, open && styles.open)}
          action={pathname}
          onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
            event.preventDefault();
            submit(event.currentTarget);
          }}
          onChange={(event: ChangeEvent<HTMLFormElement>) => {
            const { target, currentTarget } = event;
            // A date or text changes with every key while it is typed.
            if (!isTyped(target)) submit(currentTarget);
            else if (searchField && target.type === "search" && !isComposing(event)) submitLater(currentTarget);
          }}
          onCompositionEnd={(event) => {
            if (searchField) submitLater(event.currentTarget);
          }}
          onBlur={(event: FocusEvent<HTMLFormElement>) => {
            if (isTyped(event.target) && event.target.value !== event.target.defaultValue) submit(event.currentTarget);
          }}
          aria-describedby={resultId}
        >
          <div className={styles.bar}>
            {searchField}
            {filters && (
              <Button
                variant="secondary"
                size={searchField ? "small" : "medium"}
                className={styles.toggle}
                aria-expanded={open}
                aria-controls={filtersId}
                trailingIcon={<ChevronDownIcon size={16} />}
                onClick={() => setOpen(!open)}
              >
                {formatMessage({ id: "listing.filters" })}
                {summary && <span className={styles.summary}>{summary}</span>}
                {chosen > 0 && <span className={styles.chosen}>{chosen}</span>}
              </Button>
            )}
            {tools}
          </div>
          {filters && (
            <div className={styles.controls} id={filtersId}>
              {filters}
              {/* On a small screen the results are far below the open filters. */}
              {searchField && (
                <Button
                  size="small"
                  className={styles.show}
                  onClick={() => {
                    setOpen(false);
                    result.current?.focus({ preventScroll: true });
                    result.current?.scrollIntoView({ block: "center" });
                  }}
                >
                  {`${formatMessage({ id: "listing.apply" })}: ${count}`}
                </Button>
              )}
            </div>
          )}
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
        <p ref={result} className={styles.count} id={resultId} role="status" tabIndex={-1}>
          <span>{count}</span>
          {list.isFiltered && (
            <Link
              to={list.resetUrl}
              preventScrollReset
              onClick={(event) => {
                // The graph's values arrive later, and a search before that would submit the previous filters.
                if (form.current && isPlainClick(event)) setControls(form.current, list.resetUrl);
              }}
            >
              {formatMessage({ id: "listing.reset" })}
            </Link>
          )}
        </p>
        {list.total === 0 && <p>{list.none ?? formatMessage({ id: "listing.none" })}</p>}
        {children}
        {(pageCount > 1 || list.previousUrl || list.nextUrl) && (
          <ListingPages {...list} page={page} pageCount={pageCount} />
        )}
      </div>
    </div>
  );
}

/** Whether letters are still composed by an input method. */
const isComposing = ({ nativeEvent }: ChangeEvent) => (nativeEvent as Partial<InputEvent>).isComposing === true;

/** The number of filters in a query, without the search, the order and the position in the list. */
function countFilters(search: string): number {
  const others = ["q", "sort", "desc", "group", "view", "after", "before", "page"];
  return [...new URLSearchParams(search).keys()].filter((name) => !others.includes(name)).length;
}

function isTyped(target: EventTarget): target is HTMLInputElement {
  return target instanceof HTMLInputElement && ["date", "search", "text"].includes(target.type);
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

function ListingPages({
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
