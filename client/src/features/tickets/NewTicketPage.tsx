import { type ReactNode, useId, useRef } from "react";
import { useIntl } from "react-intl";
import type {
  FormFieldViewNormalizedFragment,
  NewTicketFormFragment,
  NewTicketPageFragment,
} from "~/graph/generated/graphql";
import type { TextId } from "~/i18n/textId";
import { Button } from "~/ui/button/Button";
import { FileField } from "~/ui/files/FileField";
import { FlashMessage } from "~/ui/flash/FlashMessage";
import { useFieldTexts } from "~/ui/form/definition";
import { FormField } from "~/ui/form/FormField";
import { FormNotice } from "~/ui/form/FormNotice";
import { fieldNamed, groupsOf } from "~/ui/form/values";
import { Select } from "~/ui/input/Select";
import { formatLocation } from "~/ui/record/formatLocation";
import styles from "./NewTicketPage.module.css";
import { ticketTexts } from "./ticketTexts";
import { chosenMachine, selectableMachines } from "./ticketValues";
import { type NewTicketProps, useNewTicket } from "./useNewTicket";

export interface NewTicketPageProps {
  title: string;
  page: NewTicketPageFragment;
  form: NewTicketFormFragment;
  onCreated: NewTicketProps["onCreated"];
}

/** The page with the form of a new ticket. */
export function NewTicketPage({ title, page, form, onCreated }: NewTicketPageProps) {
  const { formatMessage } = useIntl();
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
        <NewTicketForm form={form} userId={page.user.id} onCreated={onCreated} />
      )}
    </div>
  );
}

function NewTicketForm({ form, userId, onCreated }: Omit<NewTicketProps, "element" | "formatUnsaved">) {
  const { formatMessage } = useIntl();
  const texts = useFieldTexts(ticketTexts);
  const locations = form.locations.map((one) => ({ value: one.id, label: formatLocation(one) }));

  /** Texts are unchanged, other values have their labels. */
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
  const element = useRef<HTMLFormElement>(null);
  const ticket = useNewTicket({ element, form, userId, formatUnsaved, onCreated });
  const { form: state, kept, values, isPending } = ticket;

  const fieldOf = (field: FormFieldViewNormalizedFragment) =>
    field.files ? (
      <FileField
        key={field.name}
        id="ticket-files"
        name={field.name}
        limits={field.files}
        files={kept.draft.files}
        isInvalid={state.refused.includes(field.name)}
        onAdd={kept.addFile}
        onThumbnail={kept.addThumbnail}
        onRemove={kept.removeFile}
        onRunning={state.setUploading}
      />
    ) : (
      <FormField
        key={field.name}
        field={field}
        texts={ticketTexts}
        options={{ LOCATION: locations }}
        value={values[field.name] ?? ""}
        onChange={(value) => ticket.setValue(field.name, value)}
        // Text that is typed while the request is pending would be lost.
        readOnly={isPending}
        isInvalid={state.refused.includes(field.name)}
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
      value={chosenMachine(form.machines, values)?.id ?? ""}
      onChange={(event) => ticket.selectMachine(event.target.value)}
      options={selectableMachines(form.machines, values).map((one) => ({
        value: one.id,
        label: `${one.name}, ${one.serialNumber}`,
      }))}
    />
  );
  const machineField = form.machines.length > 0 ? fieldNamed(form.fields, "machine") : undefined;
  return (
    <form
      ref={element}
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void ticket.submit();
      }}
    >
      {groupsOf(form.fields).map(([group, fields]) => (
        <FieldGroup key={group} name={group}>
          {machineField && fields.includes(machineField) && ownMachine}
          {fields.map(fieldOf)}
        </FieldGroup>
      ))}
      <div className={styles.part}>
        <div className={styles.send}>
          <FormNotice
            form={state}
            failed="ticket.failed"
            limited="ticket.limited"
            interrupted={kept.wasInterrupted ? "form.interrupted" : undefined}
          />
          <Button type="submit" loading={isPending}>
            {formatMessage({ id: "tickets.new" })}
          </Button>
          <p className={styles.kept}>{formatMessage({ id: "form.kept" })}</p>
        </div>
      </div>
    </form>
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
