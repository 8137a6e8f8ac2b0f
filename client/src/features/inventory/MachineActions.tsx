import { useMutation } from "@apollo/client/react";
import { useIntl } from "react-intl";
import {
  type MachineDetailFragment,
  type MachineLocationFragment,
  MoveMachineDocument,
  RenameMachineDocument,
  RestoreMachineDocument,
  RetireMachineDocument,
} from "~/graph/generated/graphql";
import { signedIn } from "~/graph/signedIn";
import { controlValue } from "~/lib/interaction/controlValue";
import { Select } from "~/ui/input/Select";
import { TextField } from "~/ui/input/TextField";
import { MachineForm } from "./MachineForm";
import { formatLocation } from "~/ui/record/formatLocation";

export interface MachineActionsProps {
  machine: MachineDetailFragment;
  /** The locations that the machine can be moved to, including its own. */
  locations: readonly MachineLocationFragment[];
}

/** Renames, moves, retires and restores a machine. The page shows the mutation results from Apollo's cache. */
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
      <MachineForm
        {...buttonProps}
        title={formatMessage({ id: "machine.rename" })}
        submit={async (form) => {
          const { data } = await rename({ variables: { input: { ...input, name: controlValue(form, "name") } } });
          return data?.renameMachine.machine ? undefined : failed;
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
      </MachineForm>
      {others.length > 0 && (
        <MachineForm
          {...buttonProps}
          title={formatMessage({ id: "machine.move" })}
          submit={async (form) => {
            const location = controlValue(form, "location");
            const { data } = await move({ variables: { input: { ...input, location } } });
            return data?.moveMachine.machine ? undefined : failed;
          }}
        >
          <Select
            name="location"
            label={formatMessage({ id: "tickets.location" })}
            required
            options={others.map((l) => ({ value: l.id, label: formatLocation(l) }))}
            data-focus-first=""
          />
        </MachineForm>
      )}
      {machine.isRetired ? (
        <MachineForm
          {...buttonProps}
          key="restore"
          title={formatMessage({ id: "machine.restore" })}
          submit={async () =>
            (await restore({ variables: { input } })).data?.restoreMachine.machine ? undefined : failed
          }
        >
          <p>{formatMessage({ id: "machine.restore.text" }, { name: machine.name })}</p>
        </MachineForm>
      ) : (
        <MachineForm
          {...buttonProps}
          key="retire"
          title={formatMessage({ id: "machine.retire" })}
          submit={async () =>
            (await retire({ variables: { input } })).data?.retireMachine.machine ? undefined : failed
          }
        >
          <p>{formatMessage({ id: "machine.retire.text" }, { name: machine.name })}</p>
        </MachineForm>
      )}
    </>
  );
}

const failed = "machine.failed";

const buttonProps = { variant: "secondary", size: "small" } as const;
