import { createIntl } from "react-intl";
import { formatInstant } from "./formatInstant";

test.each([
  ["en-GB", "Europe/Berlin", "28 Nov 2026, 14:05 (CET)"],
  ["de", "Europe/Berlin", "28.11.2026, 14:05 (MEZ)"],
  ["en", "America/New_York", "Nov 28, 2026, 8:05 AM (EST)"],
])("a time in %s at %s", (locale, timeZone, want) => {
  expect(formatInstant(createIntl({ locale, timeZone }), "2026-11-28T13:05:00Z").replace(/\s/g, " ")).toBe(want);
});
