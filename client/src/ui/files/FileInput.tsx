import { type ComponentPropsWithRef, type DragEvent, type InputEvent, type RefObject, useRef, useState } from "react";
import { useIntl } from "react-intl";
import { formatBytes } from "~/i18n/formatBytes";
import { Button } from "~/ui/button/Button";
import { AlertIcon, CheckIcon, CloseIcon, PlusIcon } from "~/ui/icon/iconSet";
import { FieldFrame, type FieldProps, useField } from "~/ui/input/Field";
import { useValidity } from "~/ui/input/useValidity";
import styles from "./FileInput.module.css";

export interface FileInputProps
  extends
    Omit<FieldProps, "isFilter">,
    Omit<ComponentPropsWithRef<"input">, "id" | "popover" | "ref" | "type" | "multiple"> {
  /** A larger file is not sent. */
  maxBytes: number;
  ref?: RefObject<HTMLInputElement | null>;
  /** Called when the chosen file changes: messages about the previous file no longer apply. */
  onChosen?: () => void;
}

/**
 * One file of a form. The native file input covers the element invisibly: it receives clicks, focus and dropped files,
 * and provides the file to the form.
 */
export function FileInput({
  label,
  hint,
  error,
  invalidMessage,
  className,
  maxBytes,
  onChosen,
  ref,
  ...rest
}: FileInputProps) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const localRef = useRef<HTMLInputElement>(null);
  const input = ref ?? localRef;
  const [file, setFile] = useState<File>();
  const [isOver, setOver] = useState(false);
  const refusal = file && sizeRefusalOf(file, maxBytes);
  const validity = useValidity(rest, invalidMessage ?? formatMessage({ id: "file.missing" }));
  const shownError = refusal
    ? formatMessage({ id: `form.files.${refusal}` }, { name: file.name, size: formatBytes(intl, maxBytes) })
    : (error ?? validity.message);
  const { id, control } = useField(shownError, hint, rest.id);

  const choose = (event: InputEvent<HTMLInputElement>) => {
    const { files } = event.currentTarget;
    const chosen = files?.[0];
    setFile(chosen);
    // Makes the form invalid if the file cannot be sent.
    event.currentTarget.setCustomValidity(chosen && sizeRefusalOf(chosen, maxBytes) ? "refused" : "");
    validity.handlers.onInput(event);
    onChosen?.();
  };
  /** Changes the chosen file and fires an input event, as the browser's dialog does. */
  const change = (set: (control: HTMLInputElement) => void) => {
    if (!input.current) return;
    set(input.current);
    input.current.dispatchEvent(new Event("input", { bubbles: true }));
    input.current.focus();
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [dropped] = event.dataTransfer.files;
    if (!dropped) return;
    const one = new DataTransfer();
    one.items.add(dropped);
    change((control) => {
      control.files = one.files;
    });
  };
  return (
    <FieldFrame id={id} label={label} hint={hint} error={shownError} required={rest.required} className={className}>
      <div
        className={styles.field}
        data-over={isOver || undefined}
        data-invalid={shownError ? "" : undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <div className={styles.chooser}>
          <input
            {...rest}
            {...control}
            onInvalid={validity.handlers.onInvalid}
            onInput={choose}
            ref={input}
            type="file"
            className={styles.input}
          />
          <span className={styles.shown} aria-hidden="true">
            {file ? (
              <>
                {refusal || error ? <AlertIcon /> : <CheckIcon />}
                <span className={styles.file}>
                  <span className={styles.name}>{file.name}</span>
                  <span className={styles.minor}>
                    {formatBytes(intl, file.size)} ·{" "}
                    <span className={styles.replace}>{formatMessage({ id: "file.replace" })}</span>
                  </span>
                </span>
              </>
            ) : (
              <>
                <PlusIcon />
                <span className={styles.file}>
                  <span className={styles.name}>{formatMessage({ id: "file.choose" })}</span>
                  <span className={styles.drop}>{formatMessage({ id: "file.drop" })}</span>
                </span>
              </>
            )}
          </span>
        </div>
        {file && (
          <Button
            variant="quiet"
            icon={<CloseIcon />}
            aria-label={formatMessage({ id: "form.files.remove" }, { name: file.name })}
            onClick={() =>
              change((control) => {
                control.value = "";
              })
            }
          />
        )}
      </div>
    </FieldFrame>
  );
}

/** Why a file is not sent; undefined if it is. */
function sizeRefusalOf({ size }: File, maxBytes: number): "empty" | "size" | undefined {
  if (size === 0) return "empty";
  return size > maxBytes ? "size" : undefined;
}
