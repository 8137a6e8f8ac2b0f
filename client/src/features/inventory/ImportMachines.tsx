import { useMutation } from "@apollo/client/react";
import { useEffect, useRef, useState } from "react";
import { useIntl } from "react-intl";
import {
  ImportMachinesDocument,
  type ImportMachinesMutation,
  type MachineListFragment,
  type MachineLocationFragment,
} from "~/graph/generated/graphql";
import { refusal } from "~/graph/errorCode";
import { signedIn } from "~/graph/signedIn";
import { documentLocale } from "~/lib/document/documentLocale";
import { toBase64 } from "~/lib/encoding/base64";
import { controlValue } from "~/lib/interaction/controlValue";
import { Button } from "~/ui/button/Button";
import { Dialog } from "~/ui/dialog/Dialog";
import { FileInput } from "~/ui/files/FileInput";
import { FlashMessage } from "~/ui/flash/FlashMessage";
import { DialogForm } from "~/ui/form/DialogForm";
import { FormNotice } from "~/ui/form/FormNotice";
import { useForm } from "~/ui/form/useForm";
import { ImportLines, linesOf, problemOfFile } from "~/ui/import/ImportLines";
import { ImportTemplates } from "~/ui/import/ImportTemplates";
import { Select } from "~/ui/input/Select";
import { formatLocation } from "~/ui/record/formatLocation";

type ImportedMachine = ImportMachinesMutation["importMachines"]["machines"][number];

export interface ImportMachinesProps {
  list: Pick<MachineListFragment, "maxImportBytes" | "importTemplateUrl" | "importTemplateXlsxUrl">;
  locations: readonly MachineLocationFragment[];
  onImported: () => Promise<void>;
}

/**
 * Imports delivered machines from a file: each line is checked first, then those without a problem are imported, all of
 * them or none.
 */
export function ImportMachines({ list, locations, onImported }: ImportMachinesProps) {
  const { formatMessage } = useIntl();
  const locale = documentLocale();
  const file = useRef<HTMLInputElement>(null);
  const sent = useRef<HTMLFormElement>(null);
  const resultElement = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [result, setResult] = useState<ImportMachinesMutation["importMachines"]>();
  const form = useForm();
  const [importMachines] = useMutation(ImportMachinesDocument, signedIn);

  /** Checks the file, or imports its lines without the skipped ones. */
  const submit = (element: HTMLFormElement, skippedLines?: number[]) =>
    form.send(async () => {
      setResult(undefined);
      const checkOnly = skippedLines === undefined;
      sent.current = element;
      const data = new FormData(element);
      const location = controlValue(data, "location");
      const content = toBase64(new Uint8Array(await (data.get("file") as File).arrayBuffer()));
      const idempotencyKey = form.keyOf([location, content, skippedLines]);
      const input = { idempotencyKey, file: content, location, language: locale, skippedLines: skippedLines ?? [] };
      const answer = await importMachines({ variables: { input: { ...input, checkOnly } } });
      const imported = answer.data?.importMachines;
      setResult(imported);
      if (!imported) return refusal(answer);
      if (imported.added > 0) await onImported();
      return {};
    });
  const locationNames = new Map(locations.map((l) => [l.id, formatLocation(l)]));
  const words = {
    serialNumber: formatMessage({ id: "form.field.serialNumber" }),
    name: formatMessage({ id: "machine.name" }),
    location: formatMessage({ id: "tickets.location" }),
  };
  const problems = result?.problems.map(({ line, code, value }) => ({
    line,
    text: formatMessage({ id: `inventory.import.${codes.find((one) => one === code) ?? "UNREADABLE"}` }, words),
    value,
  }));
  const lineOf = ({ line, serialNumber, name, location }: ImportedMachine) => ({
    line,
    content: [serialNumber, name, locationNames.get(location)].filter(Boolean).join(", "),
    result: formatMessage({ id: "import.new" }),
  });
  const ofFile = problemOfFile(problems);
  // Nothing was added: the file was checked, or lines were refused.
  const checked = result && !ofFile && result.added === 0 ? result : undefined;
  const canImport = checked !== undefined && checked.machines.length > 0;
  // The field with the refused file, or the lines.
  useEffect(() => {
    if (ofFile) file.current?.focus();
    else if (checked) resultElement.current?.focus();
  }, [ofFile, checked]);
  const title = formatMessage({ id: "inventory.import" });
  return (
    <>
      <Button size="small" variant="secondary" onClick={() => setOpen(true)}>
        {title}
      </Button>
      <Dialog open={isOpen} title={title} onClose={() => setOpen(false)}>
        <DialogForm
          submit={formatMessage({ id: "import.check" })}
          isSending={form.isSending}
          isMinor={canImport}
          actions={
            canImport && (
              <Button
                loading={form.isSending}
                onClick={() => {
                  const lines = checked.problems.map(({ line }) => line);
                  if (sent.current) void submit(sent.current, [...new Set(lines)]);
                }}
              >
                {formatMessage({ id: "import.withoutProblems" }, { count: checked.machines.length })}
              </Button>
            )
          }
          close={formatMessage({ id: "common.close" })}
          onSubmit={(element) => void submit(element)}
          onClose={() => setOpen(false)}
        >
          <p>{formatMessage({ id: "inventory.import.text" }, words)}</p>
          <ImportTemplates csv={list.importTemplateUrl} xlsx={list.importTemplateXlsxUrl} />
          <FileInput
            ref={file}
            name="file"
            label={formatMessage({ id: "inventory.import.file" })}
            accept=".xlsx,.csv,text/csv,text/plain"
            maxBytes={list.maxImportBytes}
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
          {checked && problems && (
            <div ref={resultElement} tabIndex={-1}>
              {problems.length > 0 && (
                <p role="alert">{formatMessage({ id: "inventory.import.refused" }, { count: problems.length })}</p>
              )}
              <ImportLines
                subject={formatMessage({ id: "tickets.machine" })}
                lines={[...checked.machines.map(lineOf), ...linesOf(problems)]}
              />
            </div>
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
