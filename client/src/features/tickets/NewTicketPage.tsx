import { useMutation } from "@apollo/client/react";
import { type SubmitEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { useIntl } from "react-intl";
import {
  CreateTicketDocument,
  type CreateTicketMutation,
  type FormFieldViewNormalizedFragment,
  type NewTicketFormFragment,
  type NewTicketPageFragment,
  type TicketConcern,
  type TicketType,
} from "~/graph/generated/graphql";
import { signedIn } from "~/graph/signedIn";
import type { TextId } from "~/i18n/textId";
import { Button } from "~/ui/button/Button";
import { type Draft, removeDraft, storeDraft, newKey } from "~/ui/draft/draft";
import { useDraft } from "~/ui/draft/useDraft";
import { FileField } from "~/ui/files/FileField";
import { FlashMessage } from "~/ui/flash/FlashMessage";
import { useFieldTexts } from "~/ui/form/definition";
import { FormField } from "~/ui/form/FormField";
import { byName, fieldNamed, groupsOf } from "~/ui/form/values";
import { Select } from "~/ui/input/Select";
import styles from "./NewTicketPage.module.css";
import { commentDraft } from "./commentDraft";
import { invalidFields } from "./invalidFields";
import { formatLocation } from "~/ui/record/formatLocation";
import { ticketTexts } from "./ticketTexts";
import { useRestoreFocus } from "~/ui/form/useRestoreFocus";

type Created = NonNullable<CreateTicketMutation["createTicket"]["ticket"]>;

export interface NewTicketPageProps {
  title: string;
  page: NewTicketPageFragment;
  form: NewTicketFormFragment;
  /** Called with the ticket, and with whether an earlier attempt created it with other values. */
  onCreated: (ticket: Created, isEarlier: boolean) => void;
}

/** The form of a new ticket, with a draft per user of this browser. */
export function NewTicketPage({ title, page, form, onCreated }: NewTicketPageProps) {
  const { formatMessage } = useIntl();
  const texts = useFieldTexts(ticketTexts);
  const name = `ticket-${page.user.id}`;
  const { draft, setValues, addFile, removeFile, prepare } = useDraft(name);
  const [createTicket, { loading: isSending }] = useMutation(CreateTicketDocument, signedIn);
  const [isCreated, setCreated] = useState(false);
  const [invalid, setInvalid] = useState<readonly string[]>([]);
  const [failure, setFailure] = useState<"ticket.failed" | "form.files.running">();
  const [isRunning, setRunning] = useState(false);
  const element = useRef<HTMLFormElement>(null);
  const button = useRestoreFocus(isSending);

  // Focuses the first refused value.
  useEffect(() => {
    const controls = Array.from(element.current?.elements ?? []) as HTMLInputElement[];
    controls.find((control) => invalid.includes(control.name))?.focus();
  }, [invalid]);

  const values = withInitialValues(form, draft.values);
  const text = (field: string) => values[field] ?? "";
  const isAtLocation = (m: { locationId: string }) => !text("location") || m.locationId === text("location");
  const chosen = form.machines.find(
    (m) => isAtLocation(m) && m.name === text("machine") && m.serialNumber === text("serialNumber"),
  );
  // A chosen machine sets the location. The list is not filtered then, so that the keyboard can go on to other
  // machines.
  const machines = form.machines.filter((m) => chosen || isAtLocation(m));
  const locations = form.locations.map((l) => ({ value: l.id, label: formatLocation(l) }));

  const typed = (field: string, value: string) => {
    if (invalid.length > 0) setInvalid(invalid.filter((one) => one !== field));
    // A machine at another location cannot belong to the ticket.
    const leaves = field === "location" && chosen && chosen.locationId !== value;
    setValues({ ...values, [field]: value, ...(leaves ? { machine: "", serialNumber: "" } : {}) });
  };
  const choose = (id: string) => {
    const machine = form.machines.find((m) => m.id === id);
    setValues({
      ...values,
      location: machine?.locationId ?? text("location"),
      machine: machine?.name ?? "",
      serialNumber: machine?.serialNumber ?? "",
    });
  };
  /** Formats unsaved values as the text of a comment: texts unchanged, other values with their labels. */
  const formatUnsaved = (unsaved: Readonly<Record<string, string>>) => {
    const isText = (field: string) => field === "subject" || field === "description";
    const facts = form.fields
      .filter((field) => field.type !== "FILES" && !isText(field.name) && unsaved[field.name] !== undefined)
      .map((field) => {
        const value = unsaved[field.name] ?? "";
        const options = field.type === "LOCATION" ? locations : texts.options(field);
        return `${texts.label(field)}: ${options.find((option) => option.value === value)?.label ?? value}`;
      });
    return [...["subject", "description"].flatMap((field) => unsaved[field] ?? []), ...facts].join("\n\n");
  };
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (isSending || isCreated) return;
    if (isRunning) {
      setFailure("form.files.running");
      return;
    }
    setFailure(undefined);
    const { key, files } = prepare();
    const { data } = await createTicket({
      variables: {
        locale: document.documentElement.lang,
        input: {
          idempotencyKey: key,
          location: text("location"),
          type: text("type") as TicketType,
          concern: text("concern") as TicketConcern,
          subject: text("subject"),
          description: text("description"),
          machine: text("machine"),
          serialNumber: text("serialNumber"),
          attachments: files.map((file) => file.id),
        },
      },
    });
    const ticket = data?.createTicket.ticket;
    const fields = invalidFields(data?.createTicket.userErrors);
    if (ticket) {
      setCreated(true);
      removeDraft(name, key);
      const unsaved = byName(data.createTicket.unsaved);
      const isEarlier = data.createTicket.unsaved.length > 0;
      if (isEarlier) {
        const left = unsaved.attachments?.split(",") ?? [];
        storeDraft(commentDraft(ticket.id, page.user.id), {
          key: newKey(),
          values: { comment: formatUnsaved(unsaved) },
          files: files.filter(({ id }) => left.includes(id)),
        });
      }
      onCreated(ticket, isEarlier);
    } else if (fields.length > 0) setInvalid(fields);
    else setFailure("ticket.failed");
  };

  const fieldOf = (field: FormFieldViewNormalizedFragment) =>
    field.files ? (
      <FileField
        key={field.name}
        id="ticket-files"
        name={field.name}
        limits={field.files}
        files={draft.files}
        isInvalid={invalid.includes(field.name)}
        onAdd={addFile}
        onRemove={removeFile}
        onRunning={setRunning}
      />
    ) : (
      <FormField
        key={field.name}
        field={field}
        texts={ticketTexts}
        options={{ LOCATION: locations }}
        value={text(field.name)}
        onChange={(value) => typed(field.name, value)}
        // Text that is typed while the request is pending would be lost.
        readOnly={isSending || isCreated}
        isInvalid={invalid.includes(field.name)}
      />
    );
  const ownMachine = (
    <Select
      key="ownMachine"
      name="ownMachine"
      className={styles.wide}
      label={formatMessage({ id: "ticket.field.ownMachine" })}
      hint={formatMessage({ id: "ticket.field.ownMachine.hint" })}
      placeholder={formatMessage({ id: "ticket.machine.none" })}
      value={chosen?.id ?? ""}
      onChange={(event) => choose(event.target.value)}
      options={machines.map((m) => ({ value: m.id, label: `${m.name}, ${m.serialNumber}` }))}
    />
  );
  const machineField = form.machines.length > 0 ? fieldNamed(form.fields, "machine") : undefined;
  return (
    <div className={styles.page}>
      <header>
        <h1 className={styles.title}>{title}</h1>
        <p className={styles.lead}>{formatMessage({ id: "ticket.lead" })}</p>
        <p className={styles.promise}>{formatMessage({ id: "ticket.promise" })}</p>
      </header>
      {form.locations.length === 0 ? (
        <FlashMessage flash={{ static: true, text: formatMessage({ id: "ticket.noLocations" }) }} />
      ) : (
        <form ref={element} className={styles.form} onSubmit={(event) => void submit(event)}>
          {groupsOf(form.fields).map(([group, fields]) => (
            <FieldGroup key={group} name={group}>
              {fields.flatMap((field) => (field === machineField ? [ownMachine, fieldOf(field)] : [fieldOf(field)]))}
            </FieldGroup>
          ))}
          <div className={styles.part}>
            <div className={styles.send}>
              {failure && (
                <FlashMessage
                  key={failure}
                  flash={{ type: "error", static: true, text: formatMessage({ id: failure }) }}
                />
              )}
              <Button ref={button} type="submit" loading={isSending || isCreated}>
                {formatMessage({ id: "tickets.new" })}
              </Button>
              <p className={styles.kept}>{formatMessage({ id: "form.kept" })}</p>
            </div>
          </div>
        </form>
      )}
    </div>
  );
}

function FieldGroup({ name, children }: { name: string; children: ReactNode }) {
  const { formatMessage } = useIntl();
  const title = useId();
  return (
    <section className={styles.part} aria-labelledby={title}>
      <h2 className={styles.heading} id={title}>
        {formatMessage({ id: `form.group.${name}` as TextId })}
      </h2>
      <div className={styles.fields}>{children}</div>
    </section>
  );
}

/**
 * Merges the initial values into the draft. The machine of the address replaces typed values, once per machine; a
 * location that can no longer be selected is replaced as well.
 */
function withInitialValues(
  { machine, locations, initialValues }: NewTicketFormFragment,
  values: Draft["values"],
): Draft["values"] {
  const initial = byName(initialValues);
  if (machine && machine.id !== values.about) return { ...values, ...initial, about: machine.id };
  const location = locations.find(({ id }) => id === values.location)?.id ?? (machine ? "" : initial.location);
  return { ...values, location: location ?? "" };
}
