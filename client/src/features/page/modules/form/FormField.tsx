import { useQuery } from "@apollo/client/react";
import { useEffect, useRef } from "react";
import { type MessageDescriptor, useIntl } from "react-intl";
import { FormCountriesDocument, type FormFieldViewFragment } from "~/graph/generated/graphql";
import { Checkbox } from "~/ui/input/Choice";
import { Select } from "~/ui/input/Select";
import { TextArea, TextField } from "~/ui/input/TextField";
import styles from "./FormView.module.css";

type TextId = NonNullable<MessageDescriptor["id"]>;

/** As the server wants an address: one whose domain has a dot. */
const emailPattern = "[^@\\s]+@[^@\\s]+\\.[^@\\s.]+";
/** As the server wants a number: figures, grouped in whatever way. */
const telephonePattern = "[\\d+\\-.\\/\\(\\) ]{5,30}";

export interface FormFieldProps {
  field: FormFieldViewFragment;
  /** What was typed before. */
  value: string;
  /** The server did not accept it. */
  wrong: boolean;
}

/** A field by its definition: the rules are the server's, and the browser applies them as far as it can. */
export function FormField({ field, value, wrong }: FormFieldProps) {
  const { formatMessage } = useIntl();
  const message = formatMessage({ id: `form.error.${field.messageId}` as TextId });
  // The return address has the same labels as the first one.
  const label = formatMessage({ id: `form.field.${labelOf(field.name)}` as TextId });
  const common = {
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
      return <CountryField {...common} />;
    default:
      return (
        <TextField
          {...common}
          maxLength={field.maxLength}
          {...(field.type === "EMAIL" ? { type: "email", pattern: emailPattern } : {})}
          {...(field.type === "TELEPHONE" ? { type: "tel", pattern: telephonePattern } : {})}
        />
      );
  }
}

/** `returnCity` is labelled as `city`. */
function labelOf(name: string): string {
  const base = /^return([A-Z].*)$/.exec(name)?.[1];
  return base ? base.charAt(0).toLowerCase() + base.slice(1) : name;
}

type CountryFieldProps = Omit<React.ComponentProps<typeof Select>, "options" | "defaultValue"> & {
  defaultValue: string;
};

/** One of 240 countries, which are asked for when a form is filled in. */
function CountryField({ defaultValue: chosen, ...rest }: CountryFieldProps) {
  const { formatMessage, formatDisplayName, locale } = useIntl();
  const { data } = useQuery(FormCountriesDocument, { variables: { language: locale.split("-")[0] ?? "en" } });
  const select = useRef<HTMLSelectElement>(null);
  const countries = [...(data?.countries ?? [])].sort((a, b) => a.displayName.localeCompare(b.displayName, locale));
  const options = countries.map((c) => ({ value: c.countryCode, label: c.displayName }));
  // A list without the choice would lose it: what was chosen before is known earlier than the countries are.
  if (chosen && !options.some((option) => option.value === chosen))
    options.push({ value: chosen, label: formatDisplayName(chosen, { type: "region" }) ?? chosen });
  // The draft comes after the first render, when a default is none any more.
  useEffect(() => {
    if (chosen && select.current) select.current.value = chosen;
  }, [chosen, options.length]);
  return (
    <Select
      {...rest}
      ref={select}
      defaultValue={chosen}
      placeholder={formatMessage({ id: "form.choose" })}
      options={options}
    />
  );
}
