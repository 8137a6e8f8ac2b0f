import type { IntlShape } from "react-intl";

const units = ["byte", "kilobyte", "megabyte", "gigabyte"] as const;

/** Formats a file size with the language's number format and unit: `1.4 MB`. */
export function formatBytes(intl: Pick<IntlShape, "formatNumber">, bytes: number): string {
  const step = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  const unit = units[step];
  const text = intl.formatNumber(bytes / 1000 ** step, {
    style: "unit",
    unit,
    // The short unit of bytes has no plural in English: "154 byte".
    unitDisplay: step === 0 ? "long" : "short",
    maximumFractionDigits: step > 1 ? 1 : 0,
  });
  // Number and unit stay on one line.
  return text.replaceAll(" ", "\u00a0");
}
