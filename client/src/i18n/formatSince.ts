import type { IntlShape } from "react-intl";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Formats the elapsed time, or the date after a week: `5 minutes ago`, `Nov 24, 2026`. */
export function formatSince(
  intl: Pick<IntlShape, "formatDate" | "formatRelativeTime">,
  date: string,
  now: number,
): string {
  // Never negative: the clocks of client and server may differ.
  const passed = Math.max(0, now - Date.parse(date));
  const options = { numeric: "auto" } as const;
  if (passed < hour) return intl.formatRelativeTime(-Math.floor(passed / minute), "minute", options);
  if (passed < day) return intl.formatRelativeTime(-Math.floor(passed / hour), "hour", options);
  if (passed < 7 * day) return intl.formatRelativeTime(-Math.floor(passed / day), "day", options);
  return intl.formatDate(date, { dateStyle: "medium" });
}
