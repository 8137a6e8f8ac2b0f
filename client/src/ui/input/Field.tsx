import { clsx } from "clsx";
import { type ReactNode, useId } from "react";
import { useIntl } from "react-intl";
import styles from "./Field.module.css";

/** What every input has in common. */
export interface FieldProps {
  /** Of the control, where something leads to it; made up where it is left out. */
  id?: string | undefined;
  label: string;
  /** Helps before anything goes wrong. */
  hint?: string | undefined;
  /** What is wrong, where the form knows better than the browser. */
  error?: string | undefined;
  /** The message for a missing or invalid value; the generic one if it is left out (FORM-9). */
  invalidMessage?: string | undefined;
  /** A filter rather than a field: nobody expects it to be filled in, and it is not said to be optional. */
  isFilter?: boolean | undefined;
}

/** The ids and attributes that tie a control to its label, hint and error. */
export function useField(error: string | undefined, hint: string | undefined, wanted?: string) {
  const own = useId();
  const id = wanted ?? own;
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(" ");
  return {
    id,
    control: { id, "aria-invalid": error ? true : undefined, "aria-describedby": describedBy || undefined } as const,
  };
}

export interface FieldFrameProps {
  id: string;
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  required?: boolean | undefined;
  isFilter?: boolean | undefined;
  className?: string | undefined;
  children: ReactNode;
}

/** A control with its label above, its hint and its error below. */
export function FieldFrame({ id, label, hint, error, required, isFilter, className, children }: FieldFrameProps) {
  const { formatMessage } = useIntl();
  return (
    <div className={clsx(styles.field, error && styles.invalid, className)}>
      <label className={styles.label} htmlFor={id}>
        {label}
        {!required && !isFilter && <span className={styles.optional}>{formatMessage({ id: "input.optional" })}</span>}
      </label>
      {children}
      <FieldNotes id={id} hint={hint} error={error} />
    </div>
  );
}

export function FieldNotes({ id, hint, error }: { id: string; hint?: string | undefined; error?: string | undefined }) {
  return (
    <>
      {error && (
        <p className={styles.error} id={`${id}-error`}>
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
