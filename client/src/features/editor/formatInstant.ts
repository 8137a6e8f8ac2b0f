import type { IntlShape } from "react-intl";

/** Formats a time in the time zone of the browser, with its name: `28 Nov 2026, 14:05 (CET)`. */
export function formatInstant(intl: Pick<IntlShape, "formatDate" | "formatDateToParts">, date: string): string {
  const zone = intl
    .formatDateToParts(new Date(date), { hour: "numeric", timeZoneName: "short" })
    .find(({ type }) => type === "timeZoneName")?.value;
  const time = intl.formatDate(date, { dateStyle: "medium", timeStyle: "short" });
  return zone ? `${time} (${zone})` : time;
}
