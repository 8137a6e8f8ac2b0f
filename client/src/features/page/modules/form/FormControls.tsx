import { type ReactNode, type SubmitEvent, useRef, useState } from "react";
import { useIntl } from "react-intl";
import type { FormFieldViewFragment, FormKind } from "~/graph/generated/graphql";
import type { SubmitResult } from "~/graph/formSubmission";
import { useSubmitForm } from "~/graph/useSubmitForm";
import type { TextId } from "~/i18n/textId";
import type { ReturnedForm } from "~/lib/screen/screenData";
import { controlValue } from "~/lib/interaction/controlValue";
import { Button } from "~/ui/button/Button";
import { removeDraft } from "~/ui/draft/draft";
import { FileField } from "~/ui/files/FileField";
import { refusalText } from "~/ui/files/refusal";
import { type FormFieldDefinition, type FormTexts, isTooLong, useFieldTexts } from "~/ui/form/definition";
import { FormField } from "~/ui/form/FormField";
import { type FormFailure, useForm } from "~/ui/form/useForm";
import { groupsOf, inOrderOf } from "~/ui/form/values";
import { ErrorSummary } from "./ErrorSummary";
import styles from "./FormView.module.css";
import { PrivacyNote } from "./PrivacyNote";
import { usePageDraft, type Values } from "./usePageDraft";

type PublicFormField = FormFieldViewFragment & Pick<FormFieldDefinition, "requiredWhen">;

/** A form of the websites on its page. */
export interface PublicForm {
  /** The id of the form on its page. */
  id: string;
  form: { kind: FormKind; fields: readonly PublicFormField[] };
  /** The technical name of the site. */
  site: string;
  /** The id of the object that the submission is about. */
  about?: string | undefined;
  countries: readonly { countryCode: string; displayName: string }[];
}

export interface FormControlsProps {
  form: PublicForm;
  /** The storage name of the form's draft. */
  draftName: string;
  /** The URL that the form is submitted to without JavaScript. */
  action: string;
  /** The id that the URL of the response links to. */
  answerId: string;
  returned: ReturnedForm | undefined;
  onSent: (submission: SentSubmission, values: Values) => void;
  /** Values for an untouched form, of which a draft takes precedence. They may arrive later. */
  defaults?: Values;
  /** Values that the URL chooses: they take precedence over a draft. */
  chosen?: Values;
  /** Labels that differ from those of other forms, by field. */
  labels?: FormTexts["labels"];
  /** What the values are used for, above the button with the link to the privacy statement. */
  use?: string;
  /** The field whose options are radio buttons. */
  radios?: string;
  /** Where to go on when the form is closed: its subject accepts no submissions any more. */
  closedLink?: ReactNode;
  /** Called with the values while the visitor types. */
  onValues?: (values: Values) => void;
}

/** A submission that the server has accepted. */
export type SentSubmission = Extract<SubmitResult, { submission: unknown }>["submission"];

const submitTexts: Partial<Record<FormKind, TextId>> = {
  WHITEPAPER: "whitepaper.submit",
  APPLICATION: "position.submit",
};
const noItems: readonly never[] = [];
const noValues: Values = {};

/**
 * The server-rendered form works without JavaScript: it is submitted to the URL of its page. After hydration the
 * script handles it and stores a draft.
 */
export function FormControls({
  form: m,
  draftName,
  action,
  answerId,
  returned,
  onSent,
  defaults = noValues,
  chosen = noValues,
  labels,
  use,
  radios,
  closedLink,
  onValues,
}: FormControlsProps) {
  const intl = useIntl();
  const [language = ""] = intl.locale.split("-", 1);
  const { formatMessage } = intl;
  const formTexts = labels && { labels };
  const texts = useFieldTexts(formTexts);
  const options = { COUNTRY: m.countries.map((c) => ({ value: c.countryCode, label: c.displayName })) };
  const submitForm = useSubmitForm();
  const { form, site, about } = m;
  const fileField = form.fields.find((field) => field.files);
  const element = useRef<HTMLFormElement>(null);
  const state = useForm<FormFailure | "closed">({ element, refused: returned?.invalid });
  const { failure, refused: invalid } = state;
  const kept = usePageDraft({ ref: element, fields: form.fields, draftName, returned, defaults, chosen });
  const { draft, values } = kept;
  const [isAnswered, setAnswered] = useState(returned !== undefined);

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const target = event.currentTarget;
    return state.send(async () => {
      const ready = kept.keep(target);
      setAnswered(false);
      const result = await submitForm({
        kind: form.kind,
        key: ready.key,
        site,
        about,
        values: fileField
          ? { ...ready.values, [fileField.name]: ready.files.map((file) => file.id).join(",") }
          : ready.values,
        website: controlValue(new FormData(target), "website"),
      });
      if (!("submission" in result)) return result;
      removeDraft(draftName);
      onSent(result.submission, ready.values);
      return {};
    });
  };

  const idOf = (field: PublicFormField) => `${m.id}-${field.name}`;
  // Before hydration and without JavaScript, CSS hides fields that do not apply.
  const shown = form.fields.filter((field) => !draft || !field.shownWhen || values[field.shownWhen] === "true");
  const fieldOf = (field: PublicFormField) =>
    field.files ? (
      <FileField
        key={field.name}
        id={idOf(field)}
        name={field.name}
        limits={field.files}
        files={draft?.files ?? returned?.files ?? noItems}
        refused={returned?.refused ?? noItems}
        isInvalid={invalid.includes(field.name)}
        onAdd={kept.addFile}
        onThumbnail={kept.addThumbnail}
        onRemove={kept.removeFile}
        onRunning={state.setUploading}
      />
    ) : (
      <FormField
        key={field.name}
        id={idOf(field)}
        field={{ ...field, required: isRequired(field, values) }}
        asRadios={field.name === radios}
        options={options}
        texts={formTexts}
        defaultValue={values[field.name] ?? ""}
        isInvalid={invalid.includes(field.name)}
      />
    );
  // The message in the summary is longer than the one at the field if the field's message does not name the field.
  const problemOf = (field: PublicFormField) => {
    const refused = returned?.refused?.[0];
    if (field.files && refused) return refusalText(intl, refused, field.files);
    const value = values[field.name];
    const namesField = field.messageId !== "invalid" && !isTooLong(field, value);
    return namesField ? texts.message(field) : `${texts.label(field)}: ${texts.message(field, value)}`;
  };
  const groups = groupsOf(shown).map(([group, fields]) => [group, inOrderOf(language, fields)] as const);
  const problems = groups
    .flatMap(([, fields]) => fields)
    .filter((field) => invalid.includes(field.name))
    .map((field) => ({ control: idOf(field), text: problemOf(field) }));
  return (
    <form
      ref={element}
      className={styles.form}
      data-without-comparison-bar=""
      method="post"
      action={action}
      encType="multipart/form-data"
      // Without JavaScript, the server validates and reports the errors in the site's language.
      noValidate={!draft}
      onInput={(event) => {
        const field = (event.target as HTMLInputElement).name;
        if (!form.fields.some(({ name, type }) => name === field && type !== "FILES")) return;
        state.accept(field);
        const { values: typed } = kept.keep(event.currentTarget);
        onValues?.(typed);
      }}
      onSubmit={(event) => void submit(event)}
    >
      <input type="hidden" name="form" value={m.id} />
      {/* A honeypot for bots, hidden from people. It comes first, so that the server refuses a bot's request before
          it stores files. */}
      <div className={styles.trap} aria-hidden="true">
        <input type="text" name="website" tabIndex={-1} autoComplete="off" aria-label="website" />
      </div>
      {isAnswered && (problems.length > 0 || returned?.failure) && (
        <ErrorSummary id={answerId} problems={problems} failure={returned?.failure} closedLink={closedLink} />
      )}
      {groups.map(([group, fields]) => (
        <FieldGroup key={group} name={group} shownWhen={conditionOf(fields)}>
          {fields.map((field) =>
            field.shownWhen && !conditionOf(fields) ? (
              <div key={field.name} data-shown-when={field.shownWhen}>
                {fieldOf(field)}
              </div>
            ) : (
              fieldOf(field)
            ),
          )}
        </FieldGroup>
      ))}
      <p role="alert" className={styles.failure}>
        {state.mustWait && formatMessage({ id: "form.files.running" })}
        {failure && formatMessage({ id: `form.${failure}` })}
      </p>
      {failure === "closed" && closedLink}
      <PrivacyNote use={use} />
      <Button type="submit" loading={state.isSending}>
        {formatMessage({ id: submitTexts[form.kind] ?? "form.submit" })}
      </Button>
    </form>
  );
}

function isRequired({ required, requiredWhen }: PublicFormField, values: Values): boolean {
  return required || (!!requiredWhen && values[requiredWhen.field] === requiredWhen.value);
}

/** The checkbox that a whole group of fields depends on; undefined if its fields differ. */
function conditionOf(fields: readonly PublicFormField[]): string | undefined {
  const condition = fields[0]?.shownWhen ?? undefined;
  return fields.every((field) => field.shownWhen === condition) ? condition : undefined;
}

interface FieldGroupProps {
  name: string;
  shownWhen: string | undefined;
  children: ReactNode;
}

function FieldGroup({ name, shownWhen, children }: FieldGroupProps) {
  const { formatMessage, messages } = useIntl();
  const id = `form.group.${name}` as TextId;
  if (!messages[id]) return <div className={styles.fields}>{children}</div>;
  return (
    <fieldset className={styles.group} data-shown-when={shownWhen}>
      <legend className={styles.legend}>{formatMessage({ id })}</legend>
      <div className={styles.fields}>{children}</div>
    </fieldset>
  );
}
