import type { FormFieldViewFragment } from "~/graph/generated/graphql";

/** What is filled in, without files; a checkbox that is set says `true`. */
export function valuesOf(form: HTMLFormElement, fields: readonly FormFieldViewFragment[]): Record<string, string> {
  const data = new FormData(form);
  const values: Record<string, string> = {};
  for (const { name, type } of fields) {
    const value = type === "FILES" ? null : data.get(name);
    if (typeof value === "string") values[name] = value;
  }
  return values;
}

/** Fills in the fields that are there. */
export function fillIn(form: HTMLFormElement, values: Readonly<Record<string, string>>) {
  for (const [name, value] of Object.entries(values)) {
    const field = form.elements.namedItem(name);
    if (field instanceof HTMLInputElement && field.type === "checkbox") field.checked = value === "true";
    else if (field && "value" in field) field.value = value;
  }
}

/** The fields by the part of the form that they stand in, in their order. */
export function groupsOf(fields: readonly FormFieldViewFragment[]): [string, FormFieldViewFragment[]][] {
  const groups = new Map<string, FormFieldViewFragment[]>();
  for (const field of fields) groups.set(field.group, [...(groups.get(field.group) ?? []), field]);
  return [...groups];
}
