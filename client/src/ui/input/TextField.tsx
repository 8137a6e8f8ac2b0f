import { clsx } from "clsx";
import type { ComponentPropsWithRef } from "react";
import styles from "./Field.module.css";
import { FieldFrame, type FieldFrameProps, type FieldProps, useField } from "./Field";
import { useValidity } from "./useValidity";

export type TextFieldProps = FieldProps &
  Pick<FieldFrameProps, "labelLanguage"> &
  Omit<ComponentPropsWithRef<"input">, "id" | "popover">;

/** A single-line text input: text, e-mail address, number, password. */
export function TextField({
  label,
  labelLanguage,
  hint,
  error,
  invalidMessage,
  isFilter,
  className,
  ...input
}: TextFieldProps) {
  const validity = useValidity(input, invalidMessage);
  const shownError = error ?? validity.message;
  const { id, control } = useField(shownError, hint, input.id);
  return (
    <FieldFrame
      id={id}
      label={label}
      labelLanguage={labelLanguage}
      hint={hint}
      error={shownError}
      required={input.required}
      isFilter={isFilter}
      isFixed={input.readOnly}
      className={className}
    >
      <input type="text" {...input} {...control} {...validity.handlers} className={styles.control} />
    </FieldFrame>
  );
}

export type TextAreaProps = FieldProps & Omit<ComponentPropsWithRef<"textarea">, "id" | "popover">;

/** A multi-line text input that grows with its content. */
export function TextArea({
  label,
  hint,
  error,
  invalidMessage,
  isFilter,
  className,
  rows = 5,
  ...input
}: TextAreaProps) {
  const validity = useValidity(input, invalidMessage);
  const shownError = error ?? validity.message;
  const { id, control } = useField(shownError, hint, input.id);
  return (
    <FieldFrame
      id={id}
      label={label}
      hint={hint}
      error={shownError}
      required={input.required}
      isFilter={isFilter}
      isFixed={input.readOnly}
      className={className}
    >
      <textarea
        rows={rows}
        {...input}
        {...control}
        {...validity.handlers}
        className={clsx(styles.control, styles.area)}
      />
    </FieldFrame>
  );
}
