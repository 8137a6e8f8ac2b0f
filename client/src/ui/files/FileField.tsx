import { clsx } from "clsx";
import { type DragEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import { useIntl } from "react-intl";
import { formatBytes } from "~/i18n/formatBytes";
import { Button } from "~/ui/button/Button";
import { CloseIcon, PlusIcon } from "~/ui/icon/iconSet";
import type { UploadedFile } from "~/ui/draft/draft";
import styles from "./FileField.module.css";
import { type FileLimits, limitsText, type FileRefusal, refusalOf, refusalText, takesDocuments } from "./refusal";
import { usePendingUploads } from "./usePendingUploads";

const noFiles: readonly FileRefusal[] = [];

export interface FileFieldProps {
  id: string;
  name: string;
  /** In place of the usual label. */
  label?: string;
  /** The limits are not explained before a file is refused. */
  isBrief?: boolean;
  limits: FileLimits;
  /** Files that were uploaded. */
  files: readonly UploadedFile[];
  /** Files that the server refused when the form was submitted without JavaScript. */
  refused?: readonly FileRefusal[];
  /** The server refused the field. */
  isInvalid: boolean;
  onAdd: (file: UploadedFile) => void;
  /** Called with the thumbnail of an added file that was made later. */
  onThumbnail: (id: string, thumbnail: string) => void;
  onRemove: (id: string) => void;
  /** Called with whether any upload is pending. */
  onRunning: (running: boolean) => void;
}

/**
 * Files of a form. They are uploaded while the rest is filled in, and resume after an interruption;
 * without JavaScript they are submitted with the form.
 */
export function FileField({
  id,
  name,
  label,
  isBrief = false,
  limits,
  files,
  refused: returned = noFiles,
  isInvalid,
  onAdd,
  onThumbnail,
  onRemove,
  onRunning,
}: FileFieldProps) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const isForDocuments = takesDocuments(limits);
  const input = useRef<HTMLInputElement>(null);
  const [refused, setRefused] = useState(returned);
  const [isDraggedOver, setDraggedOver] = useState(false);
  const { pendingUploads, send, resume, cancel } = usePendingUploads({
    onSent: onAdd,
    onThumbnail,
    onRefused: (refusal) => setRefused((all) => [...all, refusal]),
  });
  useEffect(() => onRunning(pendingUploads.some(({ state }) => state === "sending")), [pendingUploads, onRunning]);

  const add = (list: FileList | null) => {
    const refusals: FileRefusal[] = [];
    let room = limits.maxCount - files.length - pendingUploads.length;
    for (const file of list ?? []) {
      const refusal = room <= 0 ? ({ name: file.name, reason: "many" } as const) : refusalOf(file, limits);
      if (refusal) {
        refusals.push(refusal);
        continue;
      }
      room--;
      send(file);
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
    setDraggedOver(false);
    add(event.dataTransfer.files);
  };
  return (
    <div
      className={styles.field}
      data-over={isDraggedOver || undefined}
      data-brief={isBrief || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setDraggedOver(true);
      }}
      onDragLeave={() => setDraggedOver(false)}
      onDrop={drop}
    >
      <label className={styles.label} htmlFor={id}>
        {label ?? formatMessage({ id: isForDocuments ? "form.field.documents" : "form.field.attachments" })}
        <span className={styles.optional}>{formatMessage({ id: "input.optional" })}</span>
      </label>
      {!isBrief && (
        <p className={styles.hint} id={`${id}-hint`}>
          {formatMessage(
            { id: isForDocuments ? "form.files.hintDocuments" : "form.files.hint" },
            limitsText(intl, limits),
          )}{" "}
          <span className={styles.scripted}>{formatMessage({ id: "form.files.resumes" })}</span>
        </p>
      )}
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
          aria-describedby={isBrief ? `${id}-error` : `${id}-hint ${id}-error`}
          onChange={(event) => add(event.target.files)}
        />
        <span className={styles.button} aria-hidden="true">
          <PlusIcon size={16} /> {formatMessage({ id: isForDocuments ? "form.files.addDocuments" : "form.files.add" })}
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
            {file.thumbnail && <img className={clsx(styles.thumbnail, styles.scripted)} src={file.thumbnail} alt="" />}
            <span className={clsx(styles.name, styles.scripted)}>{file.name}</span>
            {/* Without JavaScript, this resubmits an uploaded file or leaves it out. */}
            <label className={styles.keep}>
              <input type="checkbox" name={name} value={file.id} defaultChecked />
              <span className={styles.name}>{formatMessage({ id: "form.files.keep" }, { name: file.name })}</span>
            </label>
            <span className={styles.state}>
              {file.size !== undefined && `${formatBytes(intl, file.size)} · `}
              {formatMessage({ id: "form.files.sent" })}
            </span>
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
        {pendingUploads.map((pending) => (
          <li key={pending.key} className={styles.file}>
            <span className={styles.name}>{pending.file.name}</span>
            {pending.state === "interrupted" ? (
              <span className={styles.state}>{formatMessage({ id: "form.files.interrupted" })}</span>
            ) : (
              // Announcing the progress would never end: screen readers read the progress bar on demand.
              <span className={styles.state} aria-hidden="true">
                {intl.formatNumber(pending.progress, { style: "percent" })}
              </span>
            )}
            <Button
              variant="quiet"
              size="small"
              icon={<CloseIcon size={16} />}
              aria-label={formatMessage({ id: "form.files.cancel" }, { name: pending.file.name })}
              onClick={() => cancel(pending)}
            />
            <progress
              className={styles.progress}
              value={pending.progress}
              aria-label={formatMessage({ id: "form.files.progress" }, { name: pending.file.name })}
            />
            {pending.state === "interrupted" && (
              <>
                <p role="alert" className={styles.failed}>
                  {formatMessage({ id: "form.files.failed" }, { name: pending.file.name })}
                </p>
                <Button variant="secondary" size="small" className={styles.resume} onClick={() => resume(pending)}>
                  {formatMessage({ id: "form.files.resume" }, { name: pending.file.name })}
                </Button>
              </>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
