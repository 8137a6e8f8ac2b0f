import { clsx } from "clsx";
import { type ComponentPropsWithRef, type ReactNode, useId } from "react";
import styles from "./Choice.module.css";
import { FieldNotes, useField } from "./Field";
import type { Option } from "./Select";
import { useValidity } from "./useValidity";

export interface CheckboxProps extends Omit<ComponentPropsWithRef<"input">, "type" | "popover"> {
  label: ReactNode;
  hint?: string;
  error?: string;
  invalidMessage?: string;
}

/** A checkbox. */
export function Checkbox({ label, hint, error, invalidMessage, className, ...input }: CheckboxProps) {
  const validity = useValidity(input, invalidMessage, "input.checkbox");
  const shownError = error ?? validity.message;
  const { id, control } = useField(shownError, hint, input.id);
  return (
    <div className={clsx(styles.choice, className)}>
      <label className={styles.option}>
        <input type="checkbox" {...input} {...control} {...validity.handlers} className={styles.box} />
        <span>{label}</span>
      </label>
      <FieldNotes id={id} hint={hint} error={shownError} />
    </div>
  );
}

export interface SwitchProps extends Omit<ComponentPropsWithRef<"input">, "id" | "type" | "role" | "popover"> {
  label: ReactNode;
}

/** A switch that takes effect immediately, without submitting a form. */
export function Switch({ label, className, ...input }: SwitchProps) {
  return (
    <label className={clsx(styles.option, styles.switch, className)}>
      <input type="checkbox" role="switch" {...input} className={styles.track} />
      <span>{label}</span>
    </label>
  );
}

export interface RadioGroupProps extends Omit<ComponentPropsWithRef<"input">, "id" | "type" | "value" | "popover"> {
  legend: string;
  options: readonly Option[];
  /** The controlled value. */
  value?: string;
  hint?: string;
  error?: string;
  invalidMessage?: string;
  /** Joined segments, for two or three short options. */
  segmented?: boolean;
}

/** A group of radio buttons. */
export function RadioGroup({
  legend,
  options,
  hint,
  error,
  invalidMessage,
  segmented = false,
  name,
  className,
  value,
  defaultValue,
  ...input
}: RadioGroupProps) {
  const validity = useValidity(input, invalidMessage);
  const shownError = error ?? validity.message;
  const { id, control } = useField(shownError, hint);
  const groupName = useId();
  return (
    <fieldset className={clsx(styles.group, className)} aria-describedby={control["aria-describedby"]}>
      <legend className={styles.legend}>{legend}</legend>
      <div className={segmented ? styles.segments : styles.options}>
        {options.map((option) => (
          <label key={option.value} className={segmented ? styles.segment : styles.option}>
            <input
              type="radio"
              {...input}
              {...validity.handlers}
              name={name ?? groupName}
              value={option.value}
              disabled={option.disabled}
              {...(value === undefined
                ? { defaultChecked: defaultValue === undefined ? undefined : defaultValue === option.value }
                : { checked: value === option.value })}
              className={segmented ? styles.unseen : styles.dot}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
      <FieldNotes id={id} hint={hint} error={shownError} />
    </fieldset>
  );
}
