import { type IntlShape, type MessageDescriptor, useIntl } from "react-intl";
import type { FormFieldViewFragment, FormModuleFragment } from "~/graph/generated/graphql";
import { Checkbox } from "~/ui/input/Choice";
import { Select } from "~/ui/input/Select";
import { TextArea, TextField } from "~/ui/input/TextField";
import styles from "./FormView.module.css";

type TextId = NonNullable<MessageDescriptor["id"]>;

const inputTypes: Partial<Record<FormFieldViewFragment["type"], string>> = { EMAIL: "email", TELEPHONE: "tel" };

export interface FormFieldProps {
  id: string;
  field: FormFieldViewFragment;
  /** What a field of countries offers. */
  countries: FormModuleFragment["countries"];
  /** What was typed before. */
  value: string;
  /** The server did not accept it. */
  wrong: boolean;
}

/** A field by its definition: the rules are the server's, and the browser applies them as far as it can. */
export function FormField({ id, field, countries, value, wrong }: FormFieldProps) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const message = messageOf(intl, field);
  const label = labelOf(intl, field);
  const common = {
    id,
    name: field.name,
    label,
    required: field.required,
    invalidMessage: message,
    defaultValue: value,
    ...(wrong ? { error: message } : {}),
    ...(field.autocomplete ? { autoComplete: field.autocomplete } : {}),
  };
  switch (field.type) {
    case "LONG_TEXT":
      return <TextArea {...common} className={styles.wide} maxLength={field.maxLength} />;
    case "CHECKBOX":
      return (
        <Checkbox
          id={id}
          name={field.name}
          value="true"
          label={label}
          required={field.required}
          invalidMessage={message}
          defaultChecked={value === "true"}
          className={styles.wide}
          {...(wrong ? { error: message } : {})}
        />
      );
    case "CHOICE":
      return (
        <Select
          {...common}
          placeholder={formatMessage({ id: "form.choose" })}
          options={field.options.map((option) => ({
            value: option,
            label: formatMessage({ id: `form.option.${option}` as TextId }),
          }))}
        />
      );
    case "COUNTRY":
      return (
        <Select
          {...common}
          placeholder={formatMessage({ id: "form.choose" })}
          options={countries.map((c) => ({ value: c.countryCode, label: c.displayName }))}
        />
      );
    default:
      return (
        <TextField
          {...common}
          maxLength={field.maxLength}
          type={inputTypes[field.type] ?? "text"}
          {...(field.pattern ? { pattern: field.pattern } : {})}
        />
      );
  }
}

/** What a field is called. The return address has the same labels as the first one: `returnCity` is labelled as `city`. */
export function labelOf({ formatMessage }: IntlShape, { name }: FormFieldViewFragment): string {
  const base = /^return([A-Z].*)$/.exec(name)?.[1];
  const id = base ? base.charAt(0).toLowerCase() + base.slice(1) : name;
  return formatMessage({ id: `form.field.${id}` as TextId });
}

/** What is said of a field that does not fit (spec §5). */
export function messageOf({ formatMessage }: IntlShape, { messageId }: FormFieldViewFragment): string {
  return formatMessage({ id: `form.error.${messageId}` as TextId });
}
