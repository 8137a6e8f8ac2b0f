import { useEffect, useRef } from "react";
import { useIntl } from "react-intl";
import { Link, NavigationType, useLocation, useNavigationType } from "react-router";
import { ArrowRightIcon } from "~/ui/icon/iconSet";
import { Checkbox, type CheckboxProps } from "~/ui/input/Choice";
import { Select, type SelectProps } from "~/ui/input/Select";
import { TextField } from "~/ui/input/TextField";
import { useUrlValue } from "~/ui/input/useUrlValue";
import styles from "./Listing.module.css";

/** An option of a filter. */
export interface ListingOption {
  value: string;
  label: string;
  /** The language of the label if it is another one than that of the page. */
  foreignLanguage?: string | null;
  /** The number of matching entries; undefined or null if it was not counted. */
  count?: number | null;
  selected: boolean;
  /** The page of the option's entity. */
  link?: { url: string; label: string } | undefined;
}

interface TypedFilterProps {
  label: string;
  labelLanguage?: string | undefined;
  hint?: string | undefined;
  name: string;
  /** The value of the shown list. */
  value: string;
}

/** Updates a typed filter when the URL changes, but not while another value is being typed. */
function useTypedValue(name: string) {
  const input = useRef<HTMLInputElement>(null);
  const { search } = useLocation();
  const type = useNavigationType();
  const lastSearch = useRef(search);
  useEffect(() => {
    const element = input.current;
    if (lastSearch.current === search) return;
    lastSearch.current = search;
    // On back navigation, and when filters are reset, the URL sets the value.
    if (element && (type === NavigationType.Pop || element !== document.activeElement))
      element.value = new URLSearchParams(search).get(name) ?? "";
  }, [search, type, name]);
  return input;
}

/** A search field of a list, applied on submission or blur, or while it is typed (`Listing.search`). The typed text stays while the results are loading. */
export function ListingSearch({ value, ...field }: TypedFilterProps & { placeholder?: string }) {
  const input = useTypedValue(field.name);
  return (
    <TextField
      {...field}
      ref={input}
      type="search"
      defaultValue={value}
      isFilter
      maxLength={100}
      enterKeyHint="search"
      autoComplete="off"
    />
  );
}

/** A number of a filter, applied on submission or blur. It is a text, since a gauge such as 2/0 is no number. */
export function ListingNumber({
  value,
  ...field
}: TypedFilterProps & { error?: string | undefined; placeholder?: string | undefined }) {
  const input = useTypedValue(field.name);
  return (
    <TextField
      {...field}
      ref={input}
      inputMode="decimal"
      defaultValue={value}
      isFilter
      maxLength={30}
      enterKeyHint="search"
      autoComplete="off"
    />
  );
}

/** A day of a filter, applied on submission or blur. */
export function ListingDate({ value, ...field }: TypedFilterProps & { min?: string | undefined }) {
  const input = useTypedValue(field.name);
  return <TextField {...field} ref={input} type="date" defaultValue={value} isFilter />;
}

/** A boolean filter, with the number of matching entries if it was counted. */
export function ListingCheckbox({
  selected,
  count,
  label,
  ...checkbox
}: Omit<CheckboxProps, "ref" | "checked" | "defaultChecked"> & { selected: boolean; count?: number | null }) {
  const { formatNumber } = useIntl();
  const input = useUrlValue<HTMLInputElement>(selected, (control) => {
    control.checked = selected;
  });
  return (
    <Checkbox
      {...checkbox}
      ref={input}
      defaultChecked={selected}
      label={
        <>
          {label}
          {typeof count === "number" && <span className={styles.number}>{`\u00a0${formatNumber(count)}`}</span>}
        </>
      }
    />
  );
}

/** A filter or sort order with one of several values. */
export function ListingMenu({
  value,
  ...menu
}: Omit<SelectProps, "ref" | "value" | "defaultValue" | "isFilter"> & { value: string }) {
  const select = useUrlValue<HTMLSelectElement>(value, (control) => {
    control.value = value;
  });
  return <Select {...menu} ref={select} isFilter defaultValue={value} />;
}

/** A filter with several values at once. */
export function ListingChoices({
  legend,
  legendLanguage,
  name,
  options,
}: {
  legend: string;
  /** The language of the legend if it is another one than that of the page. */
  legendLanguage?: string | null;
  name: string;
  options: readonly ListingOption[];
}) {
  if (options.length === 0) return null;
  return (
    <fieldset className={styles.choices}>
      <legend className={styles.legend} lang={legendLanguage ?? undefined}>
        {legend}
      </legend>
      {options.map((option) => (
        <div key={option.value} className={styles.choice}>
          <ListingCheckbox
            name={name}
            value={option.value}
            selected={option.selected}
            disabled={option.count === 0 && !option.selected}
            count={option.count}
            label={<span lang={option.foreignLanguage ?? undefined}>{option.label}</span>}
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
          label: typeof option.count === "number" ? `${option.label} (${option.count})` : option.label,
        })),
      ]}
    />
  );
}
