import { clsx } from "clsx";
import { type DragEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import { useIntl } from "react-intl";
import { Button } from "~/ui/button/Button";
import { CloseIcon, PlusIcon } from "~/ui/icon/iconSet";
import type { UploadedFile } from "~/ui/draft/draft";
import styles from "./FileField.module.css";
import { type FileLimits, limitsText, type FileRefusal, refusalOf, refusalText } from "./refusal";
import type { FileUpload } from "./upload";

/** A file that is being uploaded. */
interface PendingUpload {
  key: string;
  name: string;
  /** From 0 to 1. */
  progress: number;
  state: "sending" | "interrupted";
  upload?: FileUpload;
}

const noFiles: readonly FileRefusal[] = [];

export interface FileFieldProps {
  id: string;
  name: string;
  limits: FileLimits;
  /** Files that were uploaded. */
  files: readonly UploadedFile[];
  /** Files that the server refused when the form was submitted without JavaScript. */
  refused?: readonly FileRefusal[];
  /** The server refused the field. */
  isInvalid: boolean;
  onAdd: (file: UploadedFile) => void;
  onRemove: (id: string) => void;
  /** Called with whether any upload is pending. */
  onRunning: (running: boolean) => void;
}

/**
 * Pictures and videos of a form. They are uploaded while the rest is filled in, and resume after an interruption;
 * without JavaScript they are submitted with the form.
 */
export function FileField({
  id,
  name,
  limits,
  files,
  refused: returned = noFiles,
  isInvalid,
  onAdd,
  onRemove,
  onRunning,
}: FileFieldProps) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const input = useRef<HTMLInputElement>(null);
  const [running, setRunning] = useState<readonly PendingUpload[]>([]);
  const [refused, setRefused] = useState(returned);
  const [over, setOver] = useState(false);
  /** The keys of files that were removed before their upload started. */
  const cancelledKeys = useRef(new Set<string>());
  useEffect(() => onRunning(running.some((r) => r.state === "sending")), [running, onRunning]);

  const update = (key: string, change: Partial<PendingUpload>) =>
    setRunning((all) => all.map((r) => (r.key === key ? { ...r, ...change } : r)));
  const forget = (key: string) => setRunning((all) => all.filter((r) => r.key !== key));

  const send = async (file: File) => {
    const key = crypto.randomUUID();
    setRunning((all) => [...all, { key, name: file.name, progress: 0, state: "sending" }]);
    try {
      const { startUpload } = await import("./upload");
      if (cancelledKeys.current.delete(key)) return;
      const upload = startUpload(file, {
        onProgress: (progress) => update(key, { progress, state: "sending" }),
        onInterrupted: () => update(key, { state: "interrupted" }),
        onRefused: (reason) => {
          forget(key);
          setRefused((all) => [...all, { name: file.name, reason }]);
        },
        onSent: (sent) => {
          forget(key);
          onAdd({ id: sent, name: file.name });
        },
      });
      update(key, { upload: upload });
    } catch (error) {
      console.warn("The file could not be sent.", error);
      update(key, { state: "interrupted" });
    }
  };

  const add = (list: FileList | null) => {
    const refusals: FileRefusal[] = [];
    let room = limits.maxCount - files.length - running.length;
    for (const file of list ?? []) {
      const refusal = room <= 0 ? ({ name: file.name, reason: "many" } as const) : refusalOf(file, limits);
      if (refusal) {
        refusals.push(refusal);
        continue;
      }
      room--;
      void send(file);
    }
    setRefused(refusals);
    if (input.current) input.current.value = "";
  };
  // Files that were chosen before hydration are uploaded now.
  const addFirst = useEffectEvent(add);
  useEffect(() => {
    const chosen = input.current?.files;
    if (chosen?.length) addFirst(chosen);
  }, []);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    add(event.dataTransfer.files);
  };
  return (
    <div
      className={styles.field}
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <label className={styles.label} htmlFor={id}>
        {formatMessage({ id: "form.field.attachments" })}
        <span className={styles.optional}>{formatMessage({ id: "input.optional" })}</span>
      </label>
      <p className={styles.hint} id={`${id}-hint`}>
        {formatMessage({ id: "form.files.hint" }, limitsText(intl, limits))}{" "}
        <span className={styles.scripted}>{formatMessage({ id: "form.files.resumes" })}</span>
      </p>
      <span className={styles.control}>
        <input
          ref={input}
          id={id}
          name={name}
          type="file"
          multiple
          accept={limits.mediaTypes.join(",")}
          className={styles.input}
          aria-invalid={refused.length > 0 || isInvalid || undefined}
          aria-describedby={`${id}-hint ${id}-error`}
          onChange={(event) => add(event.target.files)}
        />
        <span className={styles.button} aria-hidden="true">
          <PlusIcon size={16} /> {formatMessage({ id: "form.files.add" })}
        </span>
      </span>
      <p role="alert" className={styles.error} id={`${id}-error`}>
        {refused.map((refusal, i) => (
          <span key={i}>{refusalText(intl, refusal, limits)}</span>
        ))}
        {refused.length === 0 && isInvalid && formatMessage({ id: "form.error.invalid" })}
      </p>
      <ul className={styles.files}>
        {files.map((file) => (
          <li key={file.id} className={styles.file}>
            <span className={clsx(styles.name, styles.scripted)}>{file.name}</span>
            {/* Without JavaScript, this resubmits an uploaded file or leaves it out. */}
            <label className={styles.keep}>
              <input type="checkbox" name={name} value={file.id} defaultChecked />
              <span className={styles.name}>{formatMessage({ id: "form.files.keep" }, { name: file.name })}</span>
            </label>
            <span className={styles.state}>{formatMessage({ id: "form.files.sent" })}</span>
            <Button
              className={styles.scripted}
              variant="quiet"
              size="small"
              icon={<CloseIcon size={16} />}
              aria-label={formatMessage({ id: "form.files.remove" }, { name: file.name })}
              onClick={() => onRemove(file.id)}
            />
          </li>
        ))}
        {running.map((file) => (
          <li key={file.key} className={styles.file}>
            <span className={styles.name}>{file.name}</span>
            {file.state === "interrupted" ? (
              <span className={styles.state} role="alert">
                {formatMessage({ id: "form.files.interrupted" })}
              </span>
            ) : (
              // Announcing the progress would never end: screen readers read the progress bar on demand.
              <span className={styles.state} aria-hidden="true">
                {intl.formatNumber(file.progress, { style: "percent" })}
              </span>
            )}
            <Button
              variant="quiet"
              size="small"
              icon={<CloseIcon size={16} />}
              aria-label={formatMessage({ id: "form.files.cancel" }, { name: file.name })}
              onClick={() => {
                if (file.upload) file.upload.cancel();
                else cancelledKeys.current.add(file.key);
                forget(file.key);
              }}
            />
            <progress
              className={styles.progress}
              value={file.progress}
              aria-label={formatMessage({ id: "form.files.progress" }, { name: file.name })}
            />
            {file.state === "interrupted" && (
              <p role="alert" className={styles.failed}>
                {formatMessage({ id: "form.files.failed" }, { name: file.name })}
              </p>
            )}
            {file.state === "interrupted" && file.upload && (
              <Button variant="secondary" size="small" className={styles.resume} onClick={() => file.upload?.resume()}>
                {formatMessage({ id: "form.files.resume" }, { name: file.name })}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
