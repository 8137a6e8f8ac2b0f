import { useMutation } from "@apollo/client/react";
import { useEffect, useRef, useState } from "react";
import { useIntl } from "react-intl";
import {
  ImportMachinesDocument,
  type ImportProblemCode,
  type MachineLocationFragment,
} from "~/graph/generated/graphql";
import { refusal } from "~/graph/errorCode";
import { signedIn } from "~/graph/signedIn";
import { toBase64 } from "~/lib/encoding/base64";
import { controlValue } from "~/lib/interaction/controlValue";
import { Button } from "~/ui/button/Button";
import { Dialog } from "~/ui/dialog/Dialog";
import { FileInput } from "~/ui/files/FileInput";
import { FlashMessage } from "~/ui/flash/FlashMessage";
import { DialogForm } from "~/ui/form/DialogForm";
import { FormNotice } from "~/ui/form/FormNotice";
import { Problems, textOfWhole } from "~/ui/form/Problems";
import { useForm } from "~/ui/form/useForm";
import { Select } from "~/ui/input/Select";
import { formatLocation } from "~/ui/record/formatLocation";

export interface ImportMachinesProps {
  locations: readonly MachineLocationFragment[];
  /** The maximum size of a file. */
  maxBytes: number;
  onImported: () => Promise<void>;
}

interface ImportResult {
  added: number;
  problems: readonly { line: number; code: ImportProblemCode; value: string }[];
}

/** Imports delivered machines from a CSV file: all of them, or none with the problems by line. */
export function ImportMachines({ locations, maxBytes, onImported }: ImportMachinesProps) {
  const { formatMessage, locale } = useIntl();
  const file = useRef<HTMLInputElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [result, setResult] = useState<ImportResult>();
  const form = useForm();
  const [importMachines] = useMutation(ImportMachinesDocument, signedIn);

  const submit = (element: HTMLFormElement) =>
    form.send(async () => {
      setResult(undefined);
      const data = new FormData(element);
      const location = controlValue(data, "location");
      const content = toBase64(new Uint8Array(await (data.get("file") as File).arrayBuffer()));
      const idempotencyKey = form.keyOf([location, content]);
      const answer = await importMachines({
        variables: { input: { idempotencyKey, file: content, location, language: locale } },
      });
      const imported = answer.data?.importMachines;
      setResult(imported);
      if (!imported) return refusal(answer);
      if (imported.added > 0) await onImported();
      return {};
    });
  const words = {
    serialNumber: formatMessage({ id: "form.field.serialNumber" }),
    name: formatMessage({ id: "machine.name" }),
    location: formatMessage({ id: "tickets.location" }),
  };
  const problems = result?.problems.map(({ line, code, value }) => ({
    line,
    place: formatMessage({ id: "inventory.import.line" }, { line }),
    text: formatMessage({ id: `inventory.import.${codes.find((one) => one === code) ?? "UNREADABLE"}` }, words),
    value,
  }));
  const ofFile = textOfWhole(problems);
  // The field with the refused file.
  useEffect(() => {
    if (ofFile) file.current?.focus();
  }, [ofFile]);
  const title = formatMessage({ id: "inventory.import" });
  return (
    <>
      <Button size="small" variant="secondary" onClick={() => setOpen(true)}>
        {title}
      </Button>
      <Dialog open={isOpen} title={title} onClose={() => setOpen(false)}>
        <DialogForm
          submit={title}
          isSending={form.isSending}
          close={formatMessage({ id: "common.close" })}
          onSubmit={(element) => void submit(element)}
          onClose={() => setOpen(false)}
        >
          <p>{formatMessage({ id: "inventory.import.text" }, words)}</p>
          <FileInput
            ref={file}
            name="file"
            label={formatMessage({ id: "inventory.import.file" })}
            accept=".csv,text/csv,text/plain"
            maxBytes={maxBytes}
            error={ofFile}
            required
            data-focus-first=""
            onChosen={() => {
              setResult(undefined);
              form.reset();
            }}
          />
          <Select
            name="location"
            label={formatMessage({ id: "inventory.import.location" })}
            required
            options={locations.map((l) => ({ value: l.id, label: formatLocation(l) }))}
          />
          {problems && problems.length > 0 && !ofFile && (
            <Problems title={formatMessage({ id: "inventory.import.refused" })} problems={problems} />
          )}
          <FormNotice form={form} failed="machine.failed" limited="inventory.import.limited" />
          {result && result.added > 0 && (
            <FlashMessage
              flash={{
                type: "success",
                static: true,
                text: formatMessage({ id: "inventory.import.done" }, { count: result.added }),
              }}
            />
          )}
        </DialogForm>
      </Dialog>
    </>
  );
}

/** The problem codes with a text here; the others are shared with the user administration. */
const codes = [
  "UNREADABLE",
  "ENCODING",
  "TOO_LARGE",
  "EMPTY",
  "SERIAL_NUMBER",
  "OWN",
  "TWICE",
  "NAME",
  "LOCATION",
] as const;
