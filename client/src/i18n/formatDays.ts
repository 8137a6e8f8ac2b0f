import type { IntlShape } from "react-intl";

/** Formats a range of days: `Nov 24 – 27, 2026`. Returns a single date if both are equal. */
export function formatDays(
  intl: Pick<IntlShape, "formatDate" | "formatDateTimeRange">,
  first: string,
  last: string,
): string {
  const days = { dateStyle: "medium", timeZone: "UTC" } as const;
  if (first === last) return intl.formatDate(first, days);
  // Browsers use plain spaces where CLDR and the server use thin ones; the texts must match for hydration.
  return intl.formatDateTimeRange(new Date(first), new Date(last), days).replace(/\u2009/g, " ");
}
