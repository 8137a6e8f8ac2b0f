import type { IntlShape } from "react-intl";

/** From a day to a day: `Nov 24 – 27, 2026`. A single day stands alone. */
export function formatDays(
  intl: Pick<IntlShape, "formatDate" | "formatDateTimeRange">,
  first: string,
  last: string,
): string {
  const days = { dateStyle: "medium", timeZone: "UTC" } as const;
  if (first === last) return intl.formatDate(first, days);
  // Browsers set plain spaces where CLDR and the server set thin ones; both have to write the same.
  return intl.formatDateTimeRange(new Date(first), new Date(last), days).replace(/\u2009/g, " ");
}
