import { useApolloClient } from "@apollo/client/react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { type MessageDescriptor, useIntl } from "react-intl";
import type { FormFieldViewFragment, FormModuleFragment } from "~/graph/generated/graphql";
import { type Submitted, submitForm } from "~/graph/submitForm";
import { formatBytes } from "~/i18n/formatBytes";
import { Button, ButtonLink } from "~/ui/button/Button";
import { DownloadIcon } from "~/ui/icon/icons";
import { Picture } from "~/ui/picture/Picture";
import { Section } from "~/ui/section/Section";
import { type Draft, dropDraft, emptyDraft, keepDraft, newKey, readDraft } from "~/ui/draft/draft";
import { FileField } from "./FileField";
import { FormField } from "./FormField";
import styles from "./FormView.module.css";

type TextId = NonNullable<MessageDescriptor["id"]>;
type Submission = Extract<Submitted, { submission: unknown }>["submission"];

/** A form with its draft, its messages and what comes after it was sent. */
export function FormView({ module: m }: { module: FormModuleFragment }) {
  const { formatMessage } = useIntl();
  const [sent, setSent] = useState<Submission>();
  const [round, setRound] = useState(0);
  return (
    <Section id={m.id} layout="margin" title={m.title ?? m.anchorTitle} lead={m.text}>
      {m.document?.cover && (
        <Picture
          className={styles.cover}
          picture={{ ...m.document.cover, url: m.document.cover.source }}
          sizes="14rem"
        />
      )}
      {sent ? (
        <Sent
          submission={sent}
          onAgain={() => {
            setSent(undefined);
            setRound(round + 1);
          }}
        />
      ) : (
        <Form key={round} module={m} onSent={setSent} />
      )}
      {!sent && <p className={styles.kept}>{formatMessage({ id: "form.kept" })}</p>}
    </Section>
  );
}

interface FormProps {
  module: FormModuleFragment;
  onSent: (submission: Submission) => void;
}

function Form({ module: { form, document: handedOut }, onSent }: FormProps) {
  const { formatMessage } = useIntl();
  const client = useApolloClient();
  const name = handedOut ? `${form.kind}-${handedOut.about}` : form.kind;
  const [draft, setDraft] = useState<Draft>(emptyDraft);
  const [wrong, setWrong] = useState<readonly string[]>([]);
  const [failure, setFailure] = useState<"failed" | "limited" | "running">();
  const [sending, setSending] = useState(false);
  const [running, setRunning] = useState(false);
  const element = useRef<HTMLFormElement>(null);

  const change = (next: Partial<Draft>) => {
    const changed = { ...draft, key: draft.key || newKey(), ...next };
    setDraft(changed);
    keepDraft(name, changed);
  };
  const typed = (event: FormEvent<HTMLFormElement>) => {
    const field = (event.target as HTMLInputElement).name;
    if (!field || field === "website") return;
    setWrong((fields) => fields.filter((f) => f !== field));
    change({ values: valuesOf(event.currentTarget) });
  };

  // The document shows an empty form: the storage is the browser's. What was typed before this script came is newer.
  useEffect(() => {
    if (!element.current) return;
    const kept = readDraft(name);
    const early = Object.entries(valuesOf(element.current)).filter(([, value]) => value !== "");
    if (!kept && early.length === 0) return;
    const values = { ...kept?.values, ...Object.fromEntries(early) };
    fillIn(element.current, values);
    const found: Draft = { key: kept?.key || newKey(), files: kept?.files ?? [], values };
    setDraft(found);
    keepDraft(name, found);
  }, [name]);

  // What the server did not accept is read out, and reached at once.
  useEffect(() => {
    const first = wrong[0];
    if (first) element.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  }, [wrong]);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (sending) return;
    if (running) {
      setFailure("running");
      return;
    }
    const target = event.currentTarget;
    const values = valuesOf(target);
    // The key is on record before anything is sent, so that sending again after a reload creates nothing either.
    const ready: Draft = { ...draft, key: draft.key || newKey(), values };
    setDraft(ready);
    keepDraft(name, ready);
    setSending(true);
    setFailure(undefined);
    const answer = await submitForm(client, {
      kind: form.kind,
      key: ready.key,
      about: handedOut?.about,
      values: { ...values, attachments: ready.files.map((file) => file.id).join(",") },
      website: new FormData(target).get("website") as string,
    });
    setSending(false);
    if ("submission" in answer) {
      dropDraft(name);
      onSent(answer.submission);
    } else if ("fields" in answer) setWrong(answer.fields);
    else setFailure(answer.failure);
  };

  const shown = form.fields.filter((field) => !field.shownWhen || draft.values[field.shownWhen] === "true");
  return (
    <form ref={element} className={styles.form} onInput={typed} onSubmit={(event) => void submit(event)}>
      {groupsOf(shown).map(([group, fields]) => (
        <Group key={group} name={group}>
          {fields.map((field) =>
            field.type === "FILES" ? (
              <FileField
                key={field.name}
                files={draft.files}
                wrong={wrong.includes(field.name)}
                onChange={(files) => change({ files })}
                onRunning={setRunning}
              />
            ) : (
              <FormField
                key={field.name}
                field={field}
                value={draft.values[field.name] ?? ""}
                wrong={wrong.includes(field.name)}
              />
            ),
          )}
        </Group>
      ))}
      {/* People do not see it; whoever fills it in is none. */}
      <div className={styles.trap} aria-hidden="true">
        <input type="text" name="website" tabIndex={-1} autoComplete="off" aria-label="website" />
      </div>
      <p role="alert" className={styles.failure}>
        {failure && formatMessage({ id: failure === "running" ? "form.files.running" : `form.${failure}` })}
      </p>
      <Button type="submit" loading={sending}>
        {formatMessage({ id: form.kind === "WHITEPAPER" ? "whitepaper.submit" : "form.submit" })}
      </Button>
    </form>
  );
}

/** What is filled in; a checkbox that is set says `true`. */
function valuesOf(form: HTMLFormElement): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [name, value] of new FormData(form)) {
    if (typeof value === "string" && name !== "website") values[name] = value;
  }
  return values;
}

/** Fills in the fields that are shown. */
function fillIn(form: HTMLFormElement, values: Readonly<Record<string, string>>) {
  for (const [name, value] of Object.entries(values)) {
    const field = form.elements.namedItem(name);
    if (field instanceof HTMLInputElement && field.type === "checkbox") field.checked = value === "true";
    else if (field && "value" in field) field.value = value;
  }
}

/** The fields by the part of the form that they stand in, in their order. */
function groupsOf(fields: readonly FormFieldViewFragment[]): [string, FormFieldViewFragment[]][] {
  const groups = new Map<string, FormFieldViewFragment[]>();
  for (const field of fields) groups.set(field.group, [...(groups.get(field.group) ?? []), field]);
  return [...groups];
}

function Group({ name, children }: { name: string; children: React.ReactNode }) {
  const { formatMessage, messages } = useIntl();
  const id = `form.group.${name}` as TextId;
  if (!messages[id]) return <div className={styles.fields}>{children}</div>;
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{formatMessage({ id })}</legend>
      <div className={styles.fields}>{children}</div>
    </fieldset>
  );
}

/** Says that a form has arrived, and how to name it. */
function Sent({ submission, onAgain }: { submission: Submission; onAgain: () => void }) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const title = useRef<HTMLHeadingElement>(null);
  const { file, reference } = submission;
  useEffect(() => title.current?.focus(), []);
  return (
    <div className={styles.sent} role="status">
      <h3 ref={title} tabIndex={-1} className={styles.sentTitle}>
        {formatMessage({ id: file ? "whitepaper.ready" : "form.sentTitle" })}
      </h3>
      {file ? (
        <ButtonLink target={{ kind: "PLAIN", url: file.url }} icon={<DownloadIcon size={16} />}>
          {formatMessage(
            { id: "whitepaper.download" },
            { extension: file.extension, size: file.size ? formatBytes(intl, file.size) : "" },
          )}
        </ButtonLink>
      ) : (
        <>
          <p>{formatMessage({ id: "form.sentText" }, { reference: <strong key="reference">{reference}</strong> })}</p>
          <Button variant="secondary" onClick={onAgain}>
            {formatMessage({ id: "form.another" })}
          </Button>
        </>
      )}
    </div>
  );
}
