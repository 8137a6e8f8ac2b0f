import { useIntl } from "react-intl";
import { Checkbox, RadioGroup } from "~/ui/input/Choice";
import { Select } from "~/ui/input/Select";
import { TextArea, TextField } from "~/ui/input/TextField";
import { type FormFieldDefinition, type FormTexts, type OptionsByType, useFieldTexts } from "./definition";
import styles from "./FormField.module.css";

/** An uncontrolled value, read on submission, or a controlled one. */
type FieldValue =
  { defaultValue: string } | { value: string; onChange: (value: string) => void; readOnly?: boolean | undefined };

export type FormFieldProps = FieldValue & {
  id?: string | undefined;
  field: FormFieldDefinition;
  texts?: FormTexts | undefined;
  options?: OptionsByType | undefined;
  /** The server refused the value. */
  isInvalid: boolean;
  /** The server's reason, if it is more specific than the field's message. */
  error?: string | undefined;
  isDisabled?: boolean | undefined;
  /** The options of an uncontrolled choice are radio buttons. */
  asRadios?: boolean;
};

const inputTypes: Partial<Record<FormFieldDefinition["type"], string>> = {
  EMAIL: "email",
  TELEPHONE: "tel",
  PASSWORD: "password",
};

/** A form field by its definition. The server validates; the browser does as far as it can. */
export function FormField({
  id,
  field,
  texts,
  options,
  isInvalid,
  error,
  isDisabled,
  asRadios = false,
  ...valueProps
}: FormFieldProps) {
  const { formatMessage } = useIntl();
  const { label, message, options: optionsOf } = useFieldTexts(texts);
  const { name, type, maxLength } = field;
  // A select and a checkbox cannot be read-only: they are disabled, since controlled values are not read from the form.
  const isReadOnly = isDisabled || ("readOnly" in valueProps && valueProps.readOnly);
  const knownValue = "value" in valueProps ? valueProps.value : valueProps.defaultValue;
  const shownError = error ?? (isInvalid ? message(field, knownValue) : undefined);
  const common = {
    id,
    name,
    label: label(field),
    required: field.required && !isDisabled,
    invalidMessage: message(field),
    ...(shownError ? { error: shownError } : {}),
    ...(field.autocomplete ? { autoComplete: field.autocomplete } : {}),
  };
  const value =
    "onChange" in valueProps
      ? {
          value: valueProps.value,
          onChange: (event: { target: { value: string } }) => valueProps.onChange(event.target.value),
        }
      : { defaultValue: valueProps.defaultValue };
  if (asRadios && "defaultValue" in valueProps) {
    return (
      <RadioGroup
        name={name}
        className={styles.wide}
        legend={common.label}
        required={common.required}
        invalidMessage={common.invalidMessage}
        {...(shownError ? { error: shownError } : {})}
        options={optionsOf(field)}
        defaultValue={valueProps.defaultValue}
      />
    );
  }
  switch (type) {
    case "LONG_TEXT":
      return <TextArea {...common} {...value} readOnly={isReadOnly} className={styles.wide} maxLength={maxLength} />;
    case "CHECKBOX":
      return (
        <Checkbox
          {...common}
          id={id ?? name}
          value="true"
          className={styles.wide}
          disabled={isReadOnly}
          {...("onChange" in valueProps
            ? {
                checked: valueProps.value === "true",
                onChange: (event) => valueProps.onChange(event.target.checked ? "true" : ""),
              }
            : { defaultChecked: valueProps.defaultValue === "true" })}
        />
      );
    case "CHOICE":
    case "COUNTRY":
    case "LOCATION":
    case "LANGUAGE":
      return (
        <Select
          {...common}
          {...value}
          {...(type === "LANGUAGE" ? {} : { placeholder: formatMessage({ id: "form.choose" }) })}
          disabled={isReadOnly}
          options={type === "CHOICE" ? optionsOf(field) : (options?.[type] ?? [])}
        />
      );
    default:
      return (
        <TextField
          {...common}
          {...value}
          readOnly={isReadOnly}
          maxLength={maxLength}
          type={inputTypes[type] ?? "text"}
          {...(type === "ONE_TIME_CODE" ? { inputMode: "numeric" } : {})}
          {...(field.pattern ? { pattern: field.pattern } : {})}
        />
      );
  }
}
