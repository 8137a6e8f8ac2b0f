import { createIntl } from "react-intl";
import { formatBytes } from "./formatBytes";
import { interfaceLanguage } from "./languages";

test.each([
  ["de-CH", "de"],
  ["zh", "zh"],
  ["EN-us", "en"],
  ["it-CH", "en"],
  ["", "en"],
])("the interface language of %s", (locale, language) => {
  expect(interfaceLanguage(locale)).toBe(language);
});

test.each([
  ["en", 999, "999 byte"],
  ["en", 1_420_000, "1.4 MB"],
  ["de-CH", 12_900_000, "12.9 MB"],
  ["fr", 48_000, "48 ko"],
])("%s: %d bytes", (locale, bytes, text) => {
  expect(formatBytes(createIntl({ locale }), bytes).replace(/\u00a0|\u202f/g, " ")).toBe(text);
});
