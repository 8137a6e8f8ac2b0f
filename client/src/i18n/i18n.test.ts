import { createIntl } from "react-intl";
import { formatBytes } from "./formatBytes";
import { formatDays } from "./formatDays";
import { interfaceLanguage } from "./languages";

test.each([
  ["de-CH", "de"],
  ["zh", "zh"],
  ["EN-us", "en"],
  ["it-CH", "en"],
  ["", "en"],
])("resolves the interface language of %s", (locale, language) => {
  expect(interfaceLanguage(locale)).toBe(language);
});

test.each([
  ["en", 1, "1 byte"],
  ["en", 154, "154 bytes"],
  ["ja", 154, "154 バイト"],
  ["en", 1_420_000, "1.4 MB"],
  ["de-CH", 12_900_000, "12.9 MB"],
  ["fr", 48_000, "48 ko"],
])("formats for %s: %d bytes", (locale, bytes, text) => {
  expect(formatBytes(createIntl({ locale }), bytes).replace(/\u00a0|\u202f/g, " ")).toBe(text);
});

test.each([
  ["en", "2026-11-24", "2026-11-27", "Nov 24 – 27, 2026"],
  ["sk", "2026-11-24", "2026-11-27", "24. 11. 2026 – 27. 11. 2026"],
  ["de-CH", "2027-04-28", "2027-04-28", "28.04.2027"],
])("formats for %s: from %s to %s", (locale, first, last, text) => {
  expect(formatDays(createIntl({ locale }), first, last)).toBe(text);
});
