import { useMutation } from "@apollo/client/react";
import { type FormEvent, useState } from "react";
import { useIntl } from "react-intl";
import { useNavigate } from "react-router";
import { AddMachineDocument, type MachinePlaceFragment } from "~/graph/generated/graphql";
import { signedIn } from "~/graph/signedIn";
import { Button } from "~/ui/button/Button";
import { Dialog } from "~/ui/dialog/Dialog";
import { newKey } from "~/ui/draft/draft";
import { FlashMessage } from "~/ui/flash/FlashMessage";
import { PlusIcon } from "~/ui/icon/icons";
import { Select } from "~/ui/input/Select";
import { TextField } from "~/ui/input/TextField";
import styles from "./forms.module.css";
import { placeName } from "./placeName";

/** Adds a delivered machine by its serial number, and leads to its page. */
export function AddMachine({ locations }: { locations: readonly MachinePlaceFragment[] }) {
  const { formatMessage } = useIntl();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const [failure, setFailure] = useState<"inventory.add.refused" | "machine.failed">();
  // The same values are sent with the same key, so that a lost answer adds nothing twice.
  const [attempt, setAttempt] = useState({ key: newKey(), values: "" });
  const [addMachine, { loading }] = useMutation(AddMachineDocument, signedIn);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const serialNumber = form.get("serialNumber") as string;
    const location = form.get("location") as string;
    const values = `${serialNumber} ${location}`;
    const key = attempt.values === values ? attempt.key : newKey();
    setAttempt({ key, values });
    setFailure(undefined);
    const { data } = await addMachine({
      variables: { input: { idempotencyKey: key, serialNumber, location }, locale: document.documentElement.lang },
    });
    const machine = data?.addMachine.machine;
    if (machine) void navigate(machine.pageUrl);
    else setFailure(data ? "inventory.add.refused" : "machine.failed");
  };
  const title = formatMessage({ id: "inventory.add" });
  return (
    <>
      <Button size="small" icon={<PlusIcon size={16} />} onClick={() => setOpen(true)}>
        {title}
      </Button>
      <Dialog open={isOpen} title={title} onClose={() => setOpen(false)}>
        <form className={styles.form} onSubmit={(event) => void submit(event)}>
          <p className={styles.text}>{formatMessage({ id: "inventory.add.text" })}</p>
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
            options={locations.map((l) => ({ value: l.id, label: placeName(l) }))}
          />
          {failure && (
            <FlashMessage
              key={attempt.key}
              flash={{ type: "error", static: true, text: formatMessage({ id: failure }) }}
            />
          )}
          <p className={styles.actions}>
            <Button type="submit" loading={loading}>
              {title}
            </Button>
            <Button variant="quiet" onClick={() => setOpen(false)}>
              {formatMessage({ id: "common.cancel" })}
            </Button>
          </p>
        </form>
      </Dialog>
    </>
  );
}
