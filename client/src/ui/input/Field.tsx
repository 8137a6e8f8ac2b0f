import { clsx } from "clsx";
import { type ReactNode, useId } from "react";
import { useIntl } from "react-intl";
import styles from "./Field.module.css";

/** The props of every input. */
export interface FieldProps {
  /** The id of the control, if links target it; generated if it is missing. */
  id?: string | undefined;
  label: string;
  /** A help text. */
  hint?: string | undefined;
  /** An error message that replaces the browser's validation. */
  error?: string | undefined;
  /** The message for a missing or invalid value; a generic one if it is missing (FORM-9). */
  invalidMessage?: string | undefined;
  /** The input is a filter and not marked as optional. */
  isFilter?: boolean | undefined;
}

/** Returns the ids and ARIA attributes that associate a control with its label, hint and error. */
export function useField(error: string | undefined, hint: string | undefined, requestedId?: string) {
  const generatedId = useId();
  const id = requestedId ?? generatedId;
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(" ");
  return {
    id,
    control: { id, "aria-invalid": error ? true : undefined, "aria-describedby": describedBy || undefined } as const,
  };
}

export interface FieldFrameProps {
  id: string;
  label: string;
  /** The language of the label if it is another one than that of the page. */
  labelLanguage?: string | undefined;
  hint?: string | undefined;
  error?: string | undefined;
  required?: boolean | undefined;
  isFilter?: boolean | undefined;
  /** The value cannot be changed: the control is not marked as optional. */
  isFixed?: boolean | undefined;
  className?: string | undefined;
  children: ReactNode;
}

/** A control with its label above, its hint and error below. */
export function FieldFrame({
  id,
  label,
  labelLanguage,
  hint,
  error,
  required,
  isFilter,
  isFixed,
  className,
  children,
}: FieldFrameProps) {
  const { formatMessage } = useIntl();
  return (
    <div className={clsx(styles.field, error && styles.invalid, className)}>
      <label className={styles.label} htmlFor={id} lang={labelLanguage}>
        {label}
        {!required && !isFilter && !isFixed && (
          <span className={styles.optional}>{formatMessage({ id: "input.optional" })}</span>
        )}
      </label>
      {children}
      <FieldNotes id={id} hint={hint} error={error} isFilter={isFilter} />
    </div>
  );
}

export interface FieldNotesProps {
  id: string;
  hint?: string | undefined;
  error?: string | undefined;
  /** The error of a filter is announced when it appears: a list is shown without moving the focus. */
  isFilter?: boolean | undefined;
}

export function FieldNotes({ id, hint, error, isFilter }: FieldNotesProps) {
  return (
    <>
      {error && (
        <p className={styles.error} id={`${id}-error`} role={isFilter ? "alert" : undefined}>
          {error}
        </p>
      )}
      {hint && (
        <p className={styles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </>
  );
}
