import { useMutation } from "@apollo/client/react";
import { type FormEvent, useId, useRef, useState } from "react";
import { useIntl } from "react-intl";
import { ImportMachinesDocument, type ImportProblemCode, type MachinePlaceFragment } from "~/graph/generated/graphql";
import { signedIn } from "~/graph/signedIn";
import { toBase64 } from "~/lib/base64";
import { Button } from "~/ui/button/Button";
import { Dialog } from "~/ui/dialog/Dialog";
import { newKey } from "~/ui/draft/draft";
import { FlashMessage } from "~/ui/flash/FlashMessage";
import { Select } from "~/ui/input/Select";
import styles from "./forms.module.css";
import { placeName } from "./placeName";

export interface ImportMachinesProps {
  locations: readonly MachinePlaceFragment[];
  /** How large a file may be. */
  maxBytes: number;
  onImported: () => Promise<void>;
}

interface Outcome {
  added: number;
  problems: readonly { line: number; code: ImportProblemCode; value: string }[];
  hasFailed?: boolean;
}

/** Adds delivered machines from a CSV file: all of them, or none with the reasons by line. */
export function ImportMachines({ locations, maxBytes, onImported }: ImportMachinesProps) {
  const { formatMessage } = useIntl();
  const fileId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();
  const [attempt, setAttempt] = useState({ key: newKey(), values: "" });
  const [importMachines, { loading }] = useMutation(ImportMachinesDocument, signedIn);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const location = new FormData(event.currentTarget).get("location") as string;
    const file = input.current?.files?.[0];
    setOutcome(undefined);
    if (!file) return;
    if (file.size > maxBytes) {
      setOutcome({ added: 0, problems: [{ line: 0, code: "TOO_LARGE", value: "" }] });
      return;
    }
    const content = toBase64(new Uint8Array(await file.arrayBuffer()));
    const values = `${location} ${content}`;
    const key = attempt.values === values ? attempt.key : newKey();
    setAttempt({ key, values });
    const { data } = await importMachines({ variables: { input: { idempotencyKey: key, file: content, location } } });
    setOutcome(data?.importMachines ?? { added: 0, problems: [], hasFailed: true });
    if (data && data.importMachines.added > 0) await onImported();
  };
  const title = formatMessage({ id: "inventory.import" });
  return (
    <>
      <Button size="small" variant="secondary" onClick={() => setOpen(true)}>
        {title}
      </Button>
      <Dialog open={isOpen} title={title} onClose={() => setOpen(false)}>
        <form className={styles.form} onSubmit={(event) => void submit(event)}>
          <p className={styles.text}>{formatMessage({ id: "inventory.import.text" })}</p>
          <p className={styles.file}>
            <label htmlFor={fileId}>{formatMessage({ id: "inventory.import.file" })}</label>
            <input
              ref={input}
              id={fileId}
              type="file"
              name="file"
              accept=".csv,text/csv,text/plain"
              required
              data-focus-first=""
            />
          </p>
          <Select
            name="location"
            label={formatMessage({ id: "inventory.import.location" })}
            required
            options={locations.map((l) => ({ value: l.id, label: placeName(l) }))}
          />
          {outcome && <Result {...outcome} />}
          <p className={styles.actions}>
            <Button type="submit" loading={loading}>
              {title}
            </Button>
            <Button variant="quiet" onClick={() => setOpen(false)}>
              {formatMessage({ id: "common.close" })}
            </Button>
          </p>
        </form>
      </Dialog>
    </>
  );
}

function Result({ added, problems, hasFailed = false }: Outcome) {
  const { formatMessage } = useIntl();
  if (problems.length === 0)
    return (
      <FlashMessage
        flash={
          hasFailed
            ? { type: "error", static: true, text: formatMessage({ id: "machine.failed" }) }
            : { type: "success", static: true, text: formatMessage({ id: "inventory.import.done" }, { count: added }) }
        }
      />
    );
  return (
    <div role="alert" className={styles.problems}>
      <p>{formatMessage({ id: "inventory.import.refused" })}</p>
      <ul>
        {problems.map(({ line, code, value }) => (
          <li key={`${line} ${code}`}>
            {line > 0 && `${formatMessage({ id: "inventory.import.line" }, { line })}: `}
            {formatMessage({ id: textId(code) })}
            {value && ` (${value})`}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The codes of problems that have a text here; others are those of users. */
const ownCodes = ["UNREADABLE", "TOO_LARGE", "EMPTY", "SERIAL_NUMBER", "TWICE", "NAME", "LOCATION"] as const;

function textId(code: ImportProblemCode) {
  return `inventory.import.${ownCodes.find((own) => own === code) ?? "UNREADABLE"}` as const;
}
