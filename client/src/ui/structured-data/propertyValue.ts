import type { PropertyValue } from "schema-dts";

/** The codes of units of UN/CEFACT (recommendation 20), which search engines know. */
const unitCodes: Readonly<Record<string, string>> = {
  "%": "P1",
  "°": "DD",
  "°C": "CEL",
  A: "AMP",
  bar: "BAR",
  dB: "2N",
  g: "GRM",
  h: "HUR",
  Hz: "HTZ",
  K: "KEL",
  kg: "KGM",
  kN: "B47",
  kV: "KVT",
  kVA: "KVA",
  kW: "KWT",
  l: "LTR",
  "l/min": "L2",
  m: "MTR",
  "m/min": "2X",
  "m/s": "MTS",
  mA: "4K",
  min: "MIN",
  mm: "MMT",
  "mm²": "MMK",
  ms: "C26",
  N: "NEW",
  Nm: "NU",
  rpm: "RPM",
  s: "SEC",
  t: "TNE",
  V: "VLT",
  VA: "D46",
  W: "WTT",
  µm: "4H",
};

type NumberReader = (text: string) => number;

/** The readers by locale: a number format takes longer to make than all rows of a product to read. */
const numberReaders = new Map<string, NumberReader>();

/** Returns a function that reads a whole text as a number of a locale; NaN for any other text. */
function numberReader(locale: string): NumberReader {
  const known = numberReaders.get(locale);
  if (known) return known;
  const parts = new Intl.NumberFormat(locale).formatToParts(12_345.6);
  const decimal = parts.find((part) => part.type === "decimal")?.value ?? ".";
  // A point or comma that is not the decimal sign separates groups, as spaces and apostrophes do.
  const groups = decimal === "," ? /[\s.'’]/g : /[\s,'’]/g;
  const reader: NumberReader = (text) => {
    const plain = text.replace(groups, "").replace("−", "-").replace(decimal, ".");
    return /^-?\d+(?:\.\d+)?$/.test(plain) ? Number(plain) : NaN;
  };
  numberReaders.set(locale, reader);
  return reader;
}

/** Returns the numbers of a value that is written for a locale; its text if it is none of numbers. */
function readValue(text: string, locale: string): Pick<PropertyValue, "value" | "minValue" | "maxValue"> {
  const read = numberReader(locale);
  const all = (separator: RegExp | string) => {
    const numbers = text.split(separator).map(read);
    return numbers.length > 1 && numbers.every((n) => !Number.isNaN(n)) ? numbers : undefined;
  };
  const [sign = "", limit = ""] = /^([≤≥<>±])(.*)$/u.exec(text)?.slice(1) ?? [];
  const number = read(sign ? limit : text);
  if (!Number.isNaN(number)) {
    if (sign === "±") return { minValue: -number, maxValue: number };
    if (sign) return "≤<".includes(sign) ? { maxValue: number } : { minValue: number };
    return { value: number };
  }
  const range = all(/–| … /u);
  if (range?.length === 2) return { minValue: Math.min(...range), maxValue: Math.max(...range) };
  const [middle, tolerance] = all("±") ?? [];
  if (middle !== undefined && tolerance !== undefined) {
    // Differences of decimals have rounding errors: 0.3 - 0.1.
    const rounded = (n: number) => Number(n.toPrecision(12));
    return { value: middle, minValue: rounded(middle - tolerance), maxValue: rounded(middle + tolerance) };
  }
  return { value: all(" / ") ?? all("×") ?? text };
}

/** A row of technical data as written for a locale, in the vocabulary of schema.org: with numbers (CAT-63). */
export function propertyValue(row: { name: string; value: string; unit?: string | null }, locale: string) {
  const unitCode = row.unit ? unitCodes[row.unit] : undefined;
  const property: PropertyValue = {
    "@type": "PropertyValue",
    name: row.name,
    ...readValue(row.value.trim(), locale),
    ...(unitCode && { unitCode }),
    ...(row.unit && { unitText: row.unit }),
  };
  return property;
}
