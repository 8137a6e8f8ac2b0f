import { useMutation } from "@apollo/client/react";
import { useIntl } from "react-intl";
import { useNavigate } from "react-router";
import { AddMachineDocument, type MachineLocationFragment } from "~/graph/generated/graphql";
import { signedIn } from "~/graph/signedIn";
import { controlValue } from "~/lib/interaction/controlValue";
import { PlusIcon } from "~/ui/icon/iconSet";
import { Select } from "~/ui/input/Select";
import { TextField } from "~/ui/input/TextField";
import { MachineForm } from "./MachineForm";
import { formatLocation } from "~/ui/record/formatLocation";
import { documentLocale } from "~/lib/document/documentLocale";

/** Adds a delivered machine by its serial number, and navigates to its page. */
export function AddMachine({ locations }: { locations: readonly MachineLocationFragment[] }) {
  const { formatMessage } = useIntl();
  const navigate = useNavigate();
  const [addMachine] = useMutation(AddMachineDocument, signedIn);

  const submit = async (form: FormData, keyOf: (values: unknown) => string) => {
    const values = { serialNumber: controlValue(form, "serialNumber"), location: controlValue(form, "location") };
    const { data } = await addMachine({
      variables: { input: { idempotencyKey: keyOf(values), ...values }, locale: documentLocale() },
    });
    const machine = data?.addMachine.machine;
    if (!machine) return data ? "inventory.add.refused" : "machine.failed";
    void navigate(machine.pageUrl);
    return undefined;
  };
  return (
    <MachineForm title={formatMessage({ id: "inventory.add" })} icon={<PlusIcon size={16} />} submit={submit}>
      <p>{formatMessage({ id: "inventory.add.text" })}</p>
      <TextField
        name="serialNumber"
        label={formatMessage({ id: "form.field.serialNumber" })}
        required
        maxLength={40}
        autoComplete="off"
        spellCheck={false}
        data-focus-first=""
      />
      <Select
        name="location"
        label={formatMessage({ id: "tickets.location" })}
        required
        options={locations.map((l) => ({ value: l.id, label: formatLocation(l) }))}
      />
    </MachineForm>
  );
}
