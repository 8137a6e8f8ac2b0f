import type { FormFieldDefinition } from "./definition";

/** Reads the values of a form's controls, without files; `true` for a checked checkbox. */
export function valuesOf(form: HTMLFormElement, fields: readonly FormFieldDefinition[]): Record<string, string> {
  const data = new FormData(form);
  const values: Record<string, string> = {};
  for (const { name, type } of fields) {
    const value = type === "FILES" ? null : data.get(name);
    if (typeof value === "string") values[name] = value;
  }
  return values;
}

/** Sets the values of a form's controls. */
export function fillIn(form: HTMLFormElement, values: Readonly<Record<string, string>>) {
  for (const [name, value] of Object.entries(values)) {
    const field = form.elements.namedItem(name);
    if (field instanceof HTMLInputElement && field.type === "checkbox") field.checked = value === "true";
    else if (field && "value" in field) field.value = value;
  }
}

/** The fields by group, in their order. */
export function groupsOf<Field extends FormFieldDefinition>(fields: readonly Field[]): [string, Field[]][] {
  const groups = new Map<string, Field[]>();
  for (const field of fields) groups.set(field.group, [...(groups.get(field.group) ?? []), field]);
  return [...groups];
}

/** The order of names and addresses in a language, by the last token of `autocomplete`; the server's in the others. */
const orders: Readonly<Record<string, readonly string[]>> = {
  hu: ["family-name", "given-name"],
  ja: ["family-name", "given-name", "country", "postal-code", "address-level1", "address-level2", "address-line1"],
  zh: ["family-name", "given-name", "country", "address-level1", "address-level2", "address-line1", "postal-code"],
};

/** The fields of one group in the order of a language (FORM-47); fields without a place in it keep theirs. */
export function inOrderOf<Field extends FormFieldDefinition>(language: string, fields: readonly Field[]): Field[] {
  const order = orders[language] ?? [];
  const place = ({ autocomplete }: Field) => order.indexOf(autocomplete.split(" ").pop() ?? "");
  const ordered = fields.filter((field) => place(field) >= 0).sort((a, b) => place(a) - place(b));
  return fields.map((field) => (place(field) >= 0 ? (ordered.shift() ?? field) : field));
}

/** The fields of a form by name. Throws if one is missing in the server's definition. */
export function fieldNamed<Field extends FormFieldDefinition>(fields: readonly Field[], name: string): Field {
  const field = fields.find((one) => one.name === name);
  if (!field) throw new Error(`The form has no field ${name}.`);
  return field;
}

/** The values of `FormValue` objects by name. */
export function byName(values: readonly { name: string; value: string }[]): Record<string, string> {
  return Object.fromEntries(values.map(({ name, value }) => [name, value]));
}
