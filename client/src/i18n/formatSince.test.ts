import { createIntl } from "react-intl";
import { formatSince } from "./formatSince";

const now = Date.parse("2026-11-24T12:00:00Z");

test.each([
  ["2026-11-24T12:00:30Z", "this minute"],
  ["2026-11-24T11:59:30Z", "this minute"],
  ["2026-11-24T11:15:00Z", "45 minutes ago"],
  ["2026-11-24T10:59:00Z", "1 hour ago"],
  ["2026-11-23T11:00:00Z", "yesterday"],
  ["2026-11-18T11:00:00Z", "6 days ago"],
  ["2026-11-10T12:00:00Z", "Nov 10, 2026"],
])("formats %s as %s", (date, text) => {
  expect(formatSince(createIntl({ locale: "en" }), date, now)).toBe(text);
});
