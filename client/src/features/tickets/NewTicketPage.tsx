import { useMutation } from "@apollo/client/react";
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { type MessageDescriptor, useIntl } from "react-intl";
import {
  CreateTicketDocument,
  type CreateTicketMutation,
  type NewTicketFormFragment,
  type NewTicketPageFragment,
  type TicketConcern,
  type TicketType,
} from "~/graph/generated/graphql";
import { signedIn } from "~/graph/signedIn";
import { Button } from "~/ui/button/Button";
import { type Draft, dropDraft, keepDraft, newKey } from "~/ui/draft/draft";
import { useDraft } from "~/ui/draft/useDraft";
import { FileField } from "~/ui/files/FileField";
import { FlashMessage } from "~/ui/flash/FlashMessage";
import { Select } from "~/ui/input/Select";
import { TextArea, TextField } from "~/ui/input/TextField";
import styles from "./NewTicketPage.module.css";
import { concerns, types } from "./kinds";
import { placeName } from "./placeName";
import { commentDraft } from "./commentDraft";
import { fieldsOf } from "./fieldsOf";
import { useFocusBack } from "./useFocusBack";

type TextId = NonNullable<MessageDescriptor["id"]>;
type Created = NonNullable<CreateTicketMutation["createTicket"]["ticket"]>;

export interface NewTicketPageProps {
  title: string;
  page: NewTicketPageFragment;
  form: NewTicketFormFragment;
  /** Told of the ticket, and whether something that was typed after an earlier attempt is no part of it. */
  onCreated: (ticket: Created, isEarlier: boolean) => void;
}

/** What is said of a field that is missing, or does not fit (spec §5, Ticket form). */
const messages: Readonly<Record<string, TextId>> = {
  location: "ticket.error.location",
  type: "ticket.error.type",
  concern: "ticket.error.concern",
  subject: "form.error.subject",
  description: "form.error.description",
};

/** A form that files a ticket, with a draft of its own for everybody who uses this browser. */
export function NewTicketPage({ title, page, form, onCreated }: NewTicketPageProps) {
  const { formatMessage } = useIntl();
  const name = `ticket-${page.user.id}`;
  const { draft, type, addFile, removeFile, ready } = useDraft(name);
  const [createTicket, { loading: isSending }] = useMutation(CreateTicketDocument, signedIn);
  const [isCreated, setCreated] = useState(false);
  const [wrong, setWrong] = useState<readonly string[]>([]);
  const [failure, setFailure] = useState<"ticket.failed" | "form.files.running">();
  const [isRunning, setRunning] = useState(false);
  const element = useRef<HTMLFormElement>(null);
  const button = useFocusBack(isSending);
  const machineTitle = useId();
  const requestTitle = useId();

  // The server's answer is reached at once.
  useEffect(() => {
    const controls = Array.from(element.current?.elements ?? []) as HTMLInputElement[];
    controls.find((control) => wrong.includes(control.name))?.focus();
  }, [wrong]);

  const values = withKnown(form, draft.values);
  const text = (field: string) => values[field] ?? "";
  // Trimmed here, so that it is known again: what counts as a space is another thing elsewhere.
  const trimmed = (field: string) => text(field).trim();
  const machines = form.machines.filter((m) => !text("location") || m.locationId === text("location"));
  const chosen = machines.find((m) => m.name === text("machine") && m.serialNumber === text("serialNumber"));

  const typed = (field: string, value: string) => {
    if (wrong.length > 0) setWrong(wrong.filter((one) => one !== field));
    type({ ...values, [field]: value });
  };
  const choose = (id: string) => {
    const machine = form.machines.find((m) => m.id === id);
    type({
      ...values,
      location: machine?.locationId ?? text("location"),
      machine: machine?.name ?? "",
      serialNumber: machine?.serialNumber ?? "",
    });
  };
  const place = (location: string) => {
    // A machine stands where it stands.
    const leaves = chosen && chosen.locationId !== location;
    type({ ...values, location, ...(leaves ? { machine: "", serialNumber: "" } : {}) });
  };
  /** What is filled in other than in a ticket, in words. */
  const changedSince = (ticket: Created): string[] => {
    const texts = (["subject", "description"] as const).filter((id) => ticket[id] !== trimmed(id));
    const location = form.locations.find(({ id }) => id === text("location"));
    const concern = text("concern") as TicketConcern;
    const kind = text("type") as TicketType;
    const facts: [TextId, was: string, is: string, shown?: string][] = [
      ["tickets.location", ticket.location.id, text("location"), location && placeName(location)],
      ["ticket.field.concern", ticket.concern, concern, formatMessage({ id: `ticket.concern.${concern}` })],
      ["ticket.field.type", ticket.type, kind, formatMessage({ id: `ticket.type.${kind}` })],
      ["form.field.machineName", ticket.machine, trimmed("machine")],
      ["form.field.serialNumber", ticket.serialNumber, trimmed("serialNumber")],
    ];
    const others = facts.filter(([, was, is]) => was !== is);
    return [...texts.map(trimmed), ...others.map(([id, , is, shown = is]) => `${formatMessage({ id })}: ${shown}`)];
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isSending || isCreated) return;
    if (isRunning) {
      setFailure("form.files.running");
      return;
    }
    setFailure(undefined);
    const { key, files } = ready();
    const { data } = await createTicket({
      variables: {
        locale: document.documentElement.lang,
        input: {
          idempotencyKey: key,
          location: text("location"),
          type: text("type") as TicketType,
          concern: text("concern") as TicketConcern,
          subject: trimmed("subject"),
          description: trimmed("description"),
          machine: trimmed("machine"),
          serialNumber: trimmed("serialNumber"),
          attachments: files.map((file) => file.id),
        },
      },
    });
    const ticket = data?.createTicket.ticket;
    const fields = fieldsOf(data?.createTicket.userErrors);
    if (ticket) {
      setCreated(true);
      dropDraft(name, key);
      // An earlier attempt may have arrived without a word: what was changed since becomes a comment.
      const changed = changedSince(ticket);
      const left = files.filter(({ id }) => !ticket.attachments.some((arrived) => arrived.id === id));
      const isEarlier = changed.length + left.length > 0;
      if (isEarlier)
        keepDraft(commentDraft(ticket.id, page.user.id), {
          key: newKey(),
          values: { comment: changed.join("\n\n") },
          files: left,
        });
      onCreated(ticket, isEarlier);
    } else if (fields.length > 0) setWrong(fields);
    else setFailure("ticket.failed");
  };

  const field = (id: string) => ({
    name: id,
    value: text(id),
    onChange: (event: { target: { value: string } }) => typed(id, event.target.value),
    ...(messages[id] ? { required: true, invalidMessage: formatMessage({ id: messages[id] }) } : {}),
    ...(wrong.includes(id) ? { error: formatMessage({ id: messages[id] ?? "form.error.invalid" }) } : {}),
  });
  // What is typed now would be no part of the ticket.
  const line = (id: string) => ({ ...field(id), readOnly: isSending || isCreated });
  const choice = (id: string) => ({ ...field(id), placeholder: formatMessage({ id: "form.choose" }) });
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
          <section className={styles.part} aria-labelledby={machineTitle}>
            <h2 className={styles.heading} id={machineTitle}>
              {formatMessage({ id: "form.group.machine" })}
            </h2>
            <div className={styles.fields}>
              <Select
                {...choice("location")}
                onChange={(event) => place(event.target.value)}
                label={formatMessage({ id: "tickets.location" })}
                options={form.locations.map((l) => ({ value: l.id, label: placeName(l) }))}
              />
              <Select
                {...choice("concern")}
                label={formatMessage({ id: "ticket.field.concern" })}
                options={concerns.map((c) => ({ value: c, label: formatMessage({ id: `ticket.concern.${c}` }) }))}
              />
              {form.machines.length > 0 && (
                <Select
                  name="ownMachine"
                  className={styles.wide}
                  label={formatMessage({ id: "ticket.field.ownMachine" })}
                  hint={formatMessage({ id: "ticket.field.ownMachine.hint" })}
                  placeholder={formatMessage({ id: "ticket.machine.none" })}
                  value={chosen?.id ?? ""}
                  onChange={(event) => choose(event.target.value)}
                  options={machines.map((m) => ({ value: m.id, label: `${m.name}, ${m.serialNumber}` }))}
                />
              )}
              <TextField
                {...line("machine")}
                label={formatMessage({ id: "form.field.machineName" })}
                maxLength={200}
                autoComplete="off"
              />
              <TextField
                {...line("serialNumber")}
                label={formatMessage({ id: "form.field.serialNumber" })}
                maxLength={200}
                autoComplete="off"
              />
            </div>
          </section>
          <section className={styles.part} aria-labelledby={requestTitle}>
            <h2 className={styles.heading} id={requestTitle}>
              {formatMessage({ id: "form.group.request" })}
            </h2>
            <div className={styles.fields}>
              <Select
                {...choice("type")}
                label={formatMessage({ id: "ticket.field.type" })}
                options={types.map((t) => ({ value: t, label: formatMessage({ id: `ticket.type.${t}` }) }))}
              />
              <TextField
                {...line("subject")}
                label={formatMessage({ id: "form.field.subject" })}
                maxLength={200}
                autoComplete="off"
                className={styles.wide}
              />
              <TextArea
                {...line("description")}
                label={formatMessage({ id: "form.field.description" })}
                maxLength={10_000}
                className={styles.wide}
              />
              <FileField
                id="ticket-files"
                name="attachments"
                limits={page.files}
                files={draft.files}
                wrong={wrong.includes("attachments")}
                onAdd={addFile}
                onRemove={removeFile}
                onRunning={setRunning}
              />
            </div>
          </section>
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

/**
 * What was typed, with what is known ahead: the place where there is one only, and the machine that the address names, once.
 * What is changed after that stays.
 */
function withKnown({ machine, locations }: NewTicketFormFragment, values: Draft["values"]): Draft["values"] {
  const place = locations.length === 1 ? locations[0] : locations.find((l) => l.id === values.location);
  if (!machine || machine.id === values.about) return { ...values, location: place?.id ?? "" };
  return {
    ...values,
    about: machine.id,
    location: machine.locationId,
    machine: machine.name,
    serialNumber: machine.serialNumber,
  };
}
