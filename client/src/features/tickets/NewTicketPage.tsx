import { type ReactNode, useId, useRef, useState } from "react";
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
import { byName, fieldNamed, groupsOf } from "~/ui/form/values";
import { RadioGroup } from "~/ui/input/Choice";
import { Select } from "~/ui/input/Select";
import { formatLocation } from "~/ui/record/formatLocation";
import styles from "./NewTicketPage.module.css";
import { ticketTexts } from "./ticketTexts";
import { breakdownValues, chosenMachine, selectableMachines } from "./ticketValues";
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
  const isBreakdown = byName(form.initialValues).type === "BREAKDOWN";
  const Form = isBreakdown ? BreakdownForm : NewTicketForm;
  return (
    <div className={styles.page} data-brief={isBreakdown || undefined}>
      <header>
        <h1 className={styles.title}>{isBreakdown ? formatMessage({ id: "ticket.type.BREAKDOWN" }) : title}</h1>
        {!isBreakdown && (
          <>
            <p className={styles.lead}>{formatMessage({ id: "ticket.lead" })}</p>
            <p className={styles.promise}>{formatMessage({ id: "ticket.promise" })}</p>
          </>
        )}
      </header>
      {form.locations.length === 0 ? (
        <FlashMessage flash={{ static: true, text: formatMessage({ id: "ticket.noLocations" }) }} />
      ) : (
        <Form form={form} userId={page.user.id} onCreated={onCreated} />
      )}
    </div>
  );
}

/** The fields of a new ticket, with the values of its draft. */
function useTicketFields(props: Omit<NewTicketProps, "element" | "formatUnsaved">) {
  const { form } = props;
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
  const ticket = useNewTicket({ ...props, element, formatUnsaved });
  const { form: state, kept, values, isPending } = ticket;

  const filesOf = (field: FormFieldViewNormalizedFragment, brief?: { label: string; isBrief: true }) =>
    field.files && (
      <FileField
        key={field.name}
        id="ticket-files"
        name={field.name}
        {...brief}
        limits={field.files}
        files={kept.draft.files}
        isInvalid={state.refused.includes(field.name)}
        onAdd={kept.addFile}
        onThumbnail={kept.addThumbnail}
        onRemove={kept.removeFile}
        onRunning={state.setUploading}
      />
    );
  const fieldOf = (field: FormFieldViewNormalizedFragment) =>
    filesOf(field) ?? (
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
  const segmentsOf = (field: FormFieldViewNormalizedFragment) => (
    <RadioGroup
      key={field.name}
      className={styles.question}
      segmented
      name={field.name}
      legend={texts.label(field)}
      options={texts.options(field)}
      value={values[field.name] ?? ""}
      onChange={(event) => ticket.setValue(field.name, event.target.value)}
    />
  );
  const ownMachine = (brief: boolean) => (
    <Select
      key="ownMachine"
      name="ownMachine"
      className={styles.wide}
      label={formatMessage({ id: brief ? "tickets.machine" : "ticket.field.ownMachine" })}
      {...(!brief && { hint: formatMessage({ id: "ticket.field.ownMachine.hint" }) })}
      placeholder={formatMessage({ id: "ticket.machine.none" })}
      value={chosenMachine(form.machines, values)?.id ?? ""}
      onChange={(event) => ticket.selectMachine(event.target.value)}
      options={selectableMachines(form.machines, values).map((one) => ({
        value: one.id,
        label: `${one.name}, ${one.serialNumber}`,
      }))}
    />
  );
  const notice = (
    <FormNotice
      form={state}
      failed="ticket.failed"
      limited="ticket.limited"
      interrupted={kept.wasInterrupted ? "form.interrupted" : undefined}
    />
  );
  return { element, ticket, fieldOf, filesOf, segmentsOf, ownMachine, notice };
}

function NewTicketForm(props: Omit<NewTicketProps, "element" | "formatUnsaved">) {
  const { form } = props;
  const { formatMessage } = useIntl();
  const { element, ticket, fieldOf, segmentsOf, ownMachine, notice } = useTicketFields(props);
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
          {machineField && fields.includes(machineField) && ownMachine(false)}
          {fields.map((field) =>
            field.name === "standsStill" ? ticket.values.type === "BREAKDOWN" && segmentsOf(field) : fieldOf(field),
          )}
        </FieldGroup>
      ))}
      <div className={styles.part}>
        <div className={styles.send}>
          {notice}
          <Button type="submit" loading={ticket.isPending}>
            {formatMessage({ id: "tickets.new" })}
          </Button>
          <p className={styles.kept}>{formatMessage({ id: "form.kept" })}</p>
        </div>
      </div>
    </form>
  );
}

/** The fields that a ticket about a machine of the inventory does not need. */
const details = ["location", "concern", "machine", "serialNumber", "subject"];

/** The form for a machine that is down: on one screen of a phone, with what a technician can tell first (TICK-32). */
function BreakdownForm(props: Omit<NewTicketProps, "element" | "formatUnsaved" | "complete">) {
  const { form } = props;
  const { formatMessage } = useIntl();
  const subjectOf = ({ machine }: Readonly<Record<string, string>>) =>
    machine
      ? formatMessage({ id: "ticket.breakdown.subject" }, { machine })
      : formatMessage({ id: "ticket.type.BREAKDOWN" });
  const { element, ticket, fieldOf, filesOf, segmentsOf, ownMachine, notice } = useTicketFields({
    ...props,
    complete: (values) => breakdownValues(values, subjectOf(values)),
  });
  const { values } = ticket;
  const [isOpen, setOpen] = useState(false);
  const mustOpen = !values.location || !values.concern || ticket.form.refused.some((name) => details.includes(name));
  const description = { ...fieldNamed(form.fields, "description"), required: false };
  const subject = { ...fieldNamed(form.fields, "subject"), required: false };
  return (
    <form
      ref={element}
      className={styles.brief}
      onSubmit={(event) => {
        event.preventDefault();
        void ticket.submit();
      }}
    >
      {filesOf(fieldNamed(form.fields, "attachments"), {
        label: formatMessage({ id: "ticket.breakdown.photo" }),
        isBrief: true,
      })}
      {segmentsOf(fieldNamed(form.fields, "standsStill"))}
      {form.machines.length > 0 && ownMachine(true)}
      {fieldOf(description)}
      <details className={styles.details} open={isOpen || mustOpen}>
        <summary
          className={styles.summary}
          onClick={(event) => {
            event.preventDefault();
            setOpen(!isOpen);
          }}
        >
          {formatMessage({ id: "ticket.details" })}
        </summary>
        <div className={styles.fields}>
          {form.fields
            .filter(({ name }) => details.includes(name))
            .map((field) => fieldOf(field.name === "subject" ? subject : field))}
        </div>
      </details>
      {notice}
      <Button type="submit" loading={ticket.isPending}>
        {formatMessage({ id: "ticket.breakdown.send" })}
      </Button>
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
