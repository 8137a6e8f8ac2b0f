import { useIntl } from "react-intl";
import type { TextId } from "~/i18n/textId";
import type { FileLimits } from "~/ui/files/refusal";
import type { Option } from "~/ui/input/Select";

/** The definition of a form field with its rules (`FormField` in `schema/form.graphql`). */
export interface FormFieldDefinition {
  name: string;
  type:
    | "TEXT"
    | "EMAIL"
    | "TELEPHONE"
    | "LONG_TEXT"
    | "CHOICE"
    | "COUNTRY"
    | "CHECKBOX"
    | "FILES"
    | "LOCATION"
    | "LANGUAGE"
    | "PASSWORD"
    | "ONE_TIME_CODE";
  required: boolean;
  /** A value of another field for which this one is required, too. */
  requiredWhen?: { field: string; value: string } | null;
  shownWhen: string | null;
  group: string;
  options: readonly string[];
  maxLength: number;
  pattern: string | null;
  files: FileLimits | null;
  autocomplete: string;
  messageId: string;
}

/** The message ids of a form, where they differ from `form.field.<name>` and `form.option.<value>`. */
export interface FormTexts {
  labels?: Readonly<Record<string, TextId>>;
  option?: (field: FormFieldDefinition, value: string) => TextId;
}

/** The options of fields whose definition has none, by field type. */
export type OptionsByType = Partial<Record<"COUNTRY" | "LOCATION" | "LANGUAGE", readonly Option[]>>;

/** Whether a value has more characters than its field permits, as the server counts them. */
export function isTooLong({ maxLength }: Pick<FormFieldDefinition, "maxLength">, value = ""): boolean {
  return Array.from(value.trim()).length > maxLength;
}

/** The texts of a form's fields in the language of the interface. */
export function useFieldTexts({ labels, option }: FormTexts = {}) {
  const { formatMessage } = useIntl();
  return {
    /** The fields of a return address have the labels of the first address: `returnCity` that of `city`. */
    label: ({ name }: FormFieldDefinition): string => {
      const base = /^return([A-Z].*)$/.exec(name)?.[1];
      const id = base ? base.charAt(0).toLowerCase() + base.slice(1) : name;
      return formatMessage({ id: labels?.[name] ?? (`form.field.${id}` as TextId) });
    },
    /** The message of a missing or invalid value; of one that is too long, if the value is known. */
    message: (field: FormFieldDefinition, value?: string): string =>
      isTooLong(field, value)
        ? formatMessage({ id: "form.error.tooLong" }, { count: field.maxLength })
        : formatMessage({ id: `form.error.${field.messageId}` as TextId }),
    options: (field: FormFieldDefinition): readonly Option[] =>
      field.options.map((value) => ({
        value,
        label: formatMessage({ id: option?.(field, value) ?? (`form.option.${value}` as TextId) }),
      })),
  };
}
