import type { ComponentPropsWithRef } from "react";
import { ChevronDownIcon } from "~/ui/icon/iconSet";
import styles from "./Field.module.css";
import { FieldFrame, type FieldProps, useField } from "./Field";
import { useValidity } from "./useValidity";

export interface Option {
  value: string;
  label: string;
  disabled?: boolean;
  /** The language of the label if it is another one than that of the page. */
  language?: string | undefined;
  /** The heading of the options that follow each other with the same group. */
  group?: string;
}

export interface SelectProps extends FieldProps, Omit<ComponentPropsWithRef<"select">, "id" | "popover"> {
  options: readonly Option[];
  /** The text while nothing is chosen. */
  placeholder?: string;
}

/** A native select, which is the most usable one on phones. */
export function Select({
  label,
  hint,
  error,
  invalidMessage,
  isFilter,
  className,
  options,
  placeholder,
  defaultValue,
  ...select
}: SelectProps) {
  const validity = useValidity(select, invalidMessage);
  const shownError = error ?? validity.message;
  const { id, control } = useField(shownError, hint, select.id);
  const initial =
    select.value === undefined ? { defaultValue: defaultValue ?? (placeholder === undefined ? undefined : "") } : {};
  return (
    <FieldFrame
      id={id}
      label={label}
      hint={hint}
      error={shownError}
      required={select.required}
      isFilter={isFilter}
      isFixed={select.disabled}
      className={className}
    >
      <span className={styles.select}>
        <select {...initial} {...select} {...control} {...validity.handlers} className={styles.control}>
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {groupsOf(options).map(({ group, options: grouped }) =>
            group === undefined ? (
              grouped.map(optionElement)
            ) : (
              <optgroup key={group} label={group}>
                {grouped.map(optionElement)}
              </optgroup>
            ),
          )}
        </select>
        <ChevronDownIcon size={16} />
      </span>
    </FieldFrame>
  );
}

const optionElement = ({ value, label, disabled, language }: Option) => (
  <option key={value} value={value} disabled={disabled} lang={language}>
    {label}
  </option>
);

/** The options by group, in their order. */
function groupsOf(options: readonly Option[]): readonly { group: string | undefined; options: readonly Option[] }[] {
  const groups: { group: string | undefined; options: Option[] }[] = [];
  for (const option of options) {
    const last = groups.at(-1);
    if (last && last.group === option.group) last.options.push(option);
    else groups.push({ group: option.group, options: [option] });
  }
  return groups;
}
