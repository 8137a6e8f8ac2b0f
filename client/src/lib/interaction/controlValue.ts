/** Returns the value of a text control of a form; empty without such a control. */
export function controlValue(data: FormData, name: string): string {
  const value = data.get(name);
  return typeof value === "string" ? value : "";
}
