import type { NewTicketFormFragment } from "~/graph/generated/graphql";
import type { Draft } from "~/ui/draft/draft";
import { byName } from "~/ui/form/values";

type Values = Draft["values"];
type Machine = NewTicketFormFragment["machines"][number];

/**
 * Merges the initial values into the draft. The machine of the URL replaces typed values, once per machine; a
 * location that can no longer be selected is replaced as well.
 */
export function withInitialValues(
  { machine, locations, initialValues }: NewTicketFormFragment,
  values: Values,
): Values {
  const initial = byName(initialValues);
  const type = values.type || initial.type || "";
  if (machine && machine.id !== values.about) return { ...values, ...initial, type, about: machine.id };
  const location = locations.find(({ id }) => id === values.location)?.id ?? (machine ? "" : initial.location);
  return { ...values, type, location: location ?? "" };
}

function isAtLocation({ locationId }: Machine, { location }: Values): boolean {
  return !location || locationId === location;
}

/**
 * The values of a ticket about a machine that is down (TICK-32): what is not typed says that the machine is down.
 */
export function breakdownValues(values: Values, subject: string): Values {
  const shown = values.subject || subject;
  return { ...values, type: "BREAKDOWN", subject: shown, description: values.description || shown };
}

/** The machine of the inventory that the values name. */
export function chosenMachine(machines: readonly Machine[], values: Values): Machine | undefined {
  const { machine = "", serialNumber = "" } = values;
  return machines.find((one) => isAtLocation(one, values) && one.name === machine && one.serialNumber === serialNumber);
}

/**
 * The machines that can be selected: those of the location. While a machine is selected, which sets the location, the
 * list is not filtered, so that the keyboard can go on to other machines.
 */
export function selectableMachines(machines: readonly Machine[], values: Values): readonly Machine[] {
  return chosenMachine(machines, values) ? machines : machines.filter((one) => isAtLocation(one, values));
}

/** Selects a machine of the inventory (TICK-21), or none for an unknown id. */
export function withMachine(machines: readonly Machine[], values: Values, id: string): Values {
  const machine = machines.find((one) => one.id === id);
  return {
    ...values,
    location: machine?.locationId ?? values.location ?? "",
    concern: machine?.concern ?? values.concern ?? "",
    machine: machine?.name ?? "",
    serialNumber: machine?.serialNumber ?? "",
  };
}

/** Changes a value. A machine at another location cannot belong to the ticket (TICK-21). */
export function withValue(machines: readonly Machine[], values: Values, name: string, value: string): Values {
  const changed = { ...values, [name]: value };
  const machine = name === "location" ? chosenMachine(machines, values) : undefined;
  return machine && machine.locationId !== value ? { ...changed, machine: "", serialNumber: "" } : changed;
}
