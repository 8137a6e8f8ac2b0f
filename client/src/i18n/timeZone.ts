/** The offset of the browser's time zone from UTC at a moment, such as `UTC+1`. */
export function offsetName(moment: Date): string {
  const parts = new Intl.DateTimeFormat("en", { timeZoneName: "shortOffset" }).formatToParts(moment);
  return (parts.find(({ type }) => type === "timeZoneName")?.value ?? "").replace("GMT", "UTC").replace(/\+0$/, "");
}

/** The browser's time zone with its offset at a moment, such as `Europe/Berlin, UTC+1`. */
export function zoneName(moment: Date): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const offset = offsetName(moment);
  return timeZone === offset ? offset : `${timeZone}, ${offset}`;
}
