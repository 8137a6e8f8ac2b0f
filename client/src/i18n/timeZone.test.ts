import { offsetName, zoneName } from "./timeZone";

/** Makes all formatters of a test use a time zone. */
function useZone(timeZone: string) {
  const { DateTimeFormat } = Intl;
  jest
    .spyOn(Intl, "DateTimeFormat")
    .mockImplementation((locales, options) => new DateTimeFormat(locales, { timeZone, ...options }));
}
afterEach(() => jest.restoreAllMocks());

test.each([
  ["Europe/Berlin", "2026-12-24T08:00:00Z", "UTC+1", "Europe/Berlin, UTC+1"],
  ["Europe/Berlin", "2026-07-01T08:00:00Z", "UTC+2", "Europe/Berlin, UTC+2"],
  ["Australia/Adelaide", "2026-12-24T08:00:00Z", "UTC+10:30", "Australia/Adelaide, UTC+10:30"],
  ["America/Bogota", "2026-12-24T08:00:00Z", "UTC-5", "America/Bogota, UTC-5"],
  ["UTC", "2026-12-24T08:00:00Z", "UTC", "UTC"],
])("names the time zone %s at %s: %s, %s", (zone, moment, offset, name) => {
  useZone(zone);
  expect(offsetName(new Date(moment))).toBe(offset);
  expect(zoneName(new Date(moment))).toBe(name);
});
