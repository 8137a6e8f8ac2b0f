import { useMutation } from "@apollo/client/react";
import { type FormEvent, type ReactNode, useState } from "react";
import { useIntl } from "react-intl";
import {
  type MachineDetailFragment,
  type MachinePlaceFragment,
  MoveMachineDocument,
  RenameMachineDocument,
  RestoreMachineDocument,
  RetireMachineDocument,
} from "~/graph/generated/graphql";
import { signedIn } from "~/graph/signedIn";
import { Button } from "~/ui/button/Button";
import { Dialog } from "~/ui/dialog/Dialog";
import { FlashMessage } from "~/ui/flash/FlashMessage";
import { Select } from "~/ui/input/Select";
import { TextField } from "~/ui/input/TextField";
import styles from "./forms.module.css";
import { placeName } from "./placeName";

export interface MachineActionsProps {
  machine: MachineDetailFragment;
  /** Those that the machine can be moved to, its own included. */
  locations: readonly MachinePlaceFragment[];
}

/** Renames, moves, retires and restores a machine. The answers are written into the cache, which the page shows. */
export function MachineActions({ machine, locations }: MachineActionsProps) {
  const { formatMessage } = useIntl();
  const [rename] = useMutation(RenameMachineDocument, signedIn);
  const [move] = useMutation(MoveMachineDocument, signedIn);
  const [retire] = useMutation(RetireMachineDocument, signedIn);
  const [restore] = useMutation(RestoreMachineDocument, signedIn);
  const input = { machine: machine.id };
  const others = locations.filter(({ id }) => id !== machine.location?.id);
  return (
    <>
      <Action
        title={formatMessage({ id: "machine.rename" })}
        submit={async (form) => {
          const { data } = await rename({ variables: { input: { ...input, name: form.get("name") as string } } });
          return Boolean(data?.renameMachine.machine);
        }}
      >
        <TextField
          key={machine.name}
          name="name"
          label={formatMessage({ id: "machine.name" })}
          defaultValue={machine.name}
          required
          maxLength={80}
          autoComplete="off"
          data-focus-first=""
        />
      </Action>
      {others.length > 0 && (
        <Action
          title={formatMessage({ id: "machine.move" })}
          submit={async (form) => {
            const location = form.get("location") as string;
            const { data } = await move({ variables: { input: { ...input, location } } });
            return Boolean(data?.moveMachine.machine);
          }}
        >
          <Select
            name="location"
            label={formatMessage({ id: "tickets.location" })}
            required
            options={others.map((l) => ({ value: l.id, label: placeName(l) }))}
            data-focus-first=""
          />
        </Action>
      )}
      {machine.isRetired ? (
        <Action
          key="restore"
          title={formatMessage({ id: "machine.restore" })}
          submit={async () => Boolean((await restore({ variables: { input } })).data?.restoreMachine.machine)}
        >
          <p className={styles.text}>{formatMessage({ id: "machine.restore.text" }, { name: machine.name })}</p>
        </Action>
      ) : (
        <Action
          key="retire"
          title={formatMessage({ id: "machine.retire" })}
          submit={async () => Boolean((await retire({ variables: { input } })).data?.retireMachine.machine)}
        >
          <p className={styles.text}>{formatMessage({ id: "machine.retire.text" }, { name: machine.name })}</p>
        </Action>
      )}
    </>
  );
}

interface ActionProps {
  title: string;
  /** Whether it is done. */
  submit: (form: FormData) => Promise<boolean>;
  children: ReactNode;
}

/** A button that opens a dialog, whose form changes the machine. */
function Action({ title, submit, children }: ActionProps) {
  const { formatMessage } = useIntl();
  const [isOpen, setOpen] = useState(false);
  const [isSending, setSending] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setFailed(false);
    setSending(true);
    const isDone = await submit(new FormData(event.currentTarget));
    setSending(false);
    setFailed(!isDone);
    if (isDone) setOpen(false);
  };
  return (
    <>
      <Button variant="secondary" size="small" onClick={() => setOpen(true)}>
        {title}
      </Button>
      <Dialog open={isOpen} title={title} onClose={() => setOpen(false)}>
        <form className={styles.form} onSubmit={(event) => void send(event)}>
          {children}
          {hasFailed && (
            <FlashMessage flash={{ type: "error", static: true, text: formatMessage({ id: "machine.failed" }) }} />
          )}
          <p className={styles.actions}>
            <Button type="submit" loading={isSending}>
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
