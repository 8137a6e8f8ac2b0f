import { type DragEvent, useEffect, useId, useRef, useState } from "react";
import { useIntl } from "react-intl";
import { formatBytes } from "~/i18n/formatBytes";
import { Button } from "~/ui/button/Button";
import { CloseIcon, PlusIcon } from "~/ui/icon/icons";
import type { SentFile } from "~/ui/draft/draft";
import styles from "./FileField.module.css";
import type { Transfer } from "./transfer";

/** Spec §5 and §9: 100 MB; ten files with one form. */
const maxSize = 100 * 1024 * 1024;
const maxFiles = 10;

/** A file on its way. */
interface Running {
  key: string;
  name: string;
  /** From 0 to 1. */
  progress: number;
  state: "sending" | "interrupted";
  transfer?: Transfer;
}

type Refusal = { id: "form.files.type" | "form.files.size" | "form.files.empty" | "form.files.many"; name: string };

export interface FileFieldProps {
  /** What was sent already. */
  files: readonly SentFile[];
  /** The server did not accept them. */
  wrong: boolean;
  onChange: (files: readonly SentFile[]) => void;
  /** Told whether anything is on its way. */
  onRunning: (running: boolean) => void;
}

/** Why a file is refused before anything of it is sent; nothing where it is not. */
function refusal(file: File): Refusal | undefined {
  if (file.size === 0) return { id: "form.files.empty", name: file.name };
  if (file.size > maxSize) return { id: "form.files.size", name: file.name };
  if (!/^(image|video)\//.test(file.type) || file.type === "image/svg+xml")
    return { id: "form.files.type", name: file.name };
  return undefined;
}

/** Pictures and films that come with a form. They are sent while the rest is filled in, and go on after a cut. */
export function FileField({ files, wrong, onChange, onRunning }: FileFieldProps) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [running, setRunning] = useState<readonly Running[]>([]);
  const [refused, setRefused] = useState<Refusal>();
  const [over, setOver] = useState(false);
  // Transfers end at any time: they add to what is there then.
  const latest = useRef({ files, onChange });
  useEffect(() => {
    latest.current = { files, onChange };
  });
  useEffect(() => onRunning(running.some((r) => r.state === "sending")), [running, onRunning]);
  const values = { size: formatBytes(intl, 100_000_000), count: maxFiles };

  const update = (key: string, change: Partial<Running>) =>
    setRunning((all) => all.map((r) => (r.key === key ? { ...r, ...change } : r)));
  const forget = (key: string) => setRunning((all) => all.filter((r) => r.key !== key));

  const send = async (file: File) => {
    const key = crypto.randomUUID();
    setRunning((all) => [...all, { key, name: file.name, progress: 0, state: "sending" }]);
    try {
      const { startTransfer } = await import("./transfer");
      const transfer = startTransfer(file, {
        onProgress: (progress) => update(key, { progress, state: "sending" }),
        onInterrupted: () => update(key, { state: "interrupted" }),
        onRefused: () => {
          forget(key);
          setRefused({ id: "form.files.type", name: file.name });
        },
        onSent: (sent) => {
          forget(key);
          const { files: there, onChange: tell } = latest.current;
          tell([...there, { id: sent, name: file.name }]);
        },
      });
      update(key, { transfer });
    } catch (error) {
      console.warn("The file could not be sent.", error);
      update(key, { state: "interrupted" });
    }
  };

  const add = (list: FileList | null) => {
    setRefused(undefined);
    let room = maxFiles - files.length - running.length;
    for (const file of list ?? []) {
      const why = room <= 0 ? ({ id: "form.files.many", name: file.name } as const) : refusal(file);
      if (why) {
        setRefused(why);
        continue;
      }
      room--;
      void send(file);
    }
    if (input.current) input.current.value = "";
  };
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
        {formatMessage({ id: "form.files.hint" }, values)}
      </p>
      <span className={styles.control}>
        <input
          ref={input}
          id={id}
          type="file"
          multiple
          accept="image/*,video/*"
          className={styles.input}
          aria-describedby={`${id}-hint ${id}-error`}
          onChange={(event) => add(event.target.files)}
        />
        <span className={styles.button} aria-hidden="true">
          <PlusIcon size={16} /> {formatMessage({ id: "form.files.add" })}
        </span>
      </span>
      <p role="alert" className={styles.error} id={`${id}-error`}>
        {refused && formatMessage({ id: refused.id }, { ...values, name: refused.name })}
        {!refused && wrong && formatMessage({ id: "form.error.invalid" })}
      </p>
      <ul className={styles.files}>
        {files.map((file) => (
          <li key={file.id} className={styles.file}>
            <span className={styles.name}>{file.name}</span>
            <span className={styles.state}>{formatMessage({ id: "form.files.sent" })}</span>
            <Button
              variant="quiet"
              size="small"
              icon={<CloseIcon size={16} />}
              aria-label={formatMessage({ id: "form.files.remove" }, { name: file.name })}
              onClick={() => onChange(files.filter((f) => f.id !== file.id))}
            />
          </li>
        ))}
        {running.map((file) => (
          <li key={file.key} className={styles.file}>
            <span className={styles.name}>{file.name}</span>
            <span className={styles.state} role="status">
              {file.state === "interrupted"
                ? formatMessage({ id: "form.files.interrupted" })
                : intl.formatNumber(file.progress, { style: "percent" })}
            </span>
            <Button
              variant="quiet"
              size="small"
              icon={<CloseIcon size={16} />}
              aria-label={formatMessage({ id: "form.files.cancel" }, { name: file.name })}
              onClick={() => {
                file.transfer?.cancel();
                forget(file.key);
              }}
            />
            <progress
              className={styles.progress}
              value={file.progress}
              aria-label={formatMessage({ id: "form.files.progress" }, { name: file.name })}
            />
            {file.state === "interrupted" && file.transfer && (
              <Button
                variant="secondary"
                size="small"
                className={styles.resume}
                onClick={() => file.transfer?.resume()}
              >
                {formatMessage({ id: "form.files.resume" }, { name: file.name })}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
