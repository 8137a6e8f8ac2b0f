// Rules: CAT-63.

import { propertyValue } from "./propertyValue";

const valueOf = (value: string, locale: string) => {
  const {
    value: single,
    minValue,
    maxValue,
  } = propertyValue({ name: "Row", value, unit: "mm" }, locale) as {
    value?: unknown;
    minValue?: unknown;
    maxValue?: unknown;
  };
  return { value: single, minValue, maxValue };
};

test.each([
  ["4,200", "en", { value: 4200 }],
  ["4’200", "de-CH", { value: 4200 }],
  ["1\u202f200,5", "fr", { value: 1200.5 }],
  ["12.000", "es", { value: 12_000 }],
  ["4200", "hu", { value: 4200 }],
  ["−40", "en", { value: -40 }],
  ["0.13–6", "en", { minValue: 0.13, maxValue: 6 }],
  ["0,13–1.200", "pt-BR", { minValue: 0.13, maxValue: 1200 }],
  ["22–10", "en", { minValue: 10, maxValue: 22 }],
  ["−40 … 85", "ja", { minValue: -40, maxValue: 85 }],
  ["≤\u202f80", "en", { maxValue: 80 }],
  ["≥\u202f5", "en", { minValue: 5 }],
  ["±\u202f0.05", "en", { minValue: -0.05, maxValue: 0.05 }],
  ["0.3\u202f±\u202f0.1", "en", { value: 0.3, minValue: 0.2, maxValue: 0.4 }],
  ["50 / 60", "en", { value: [50, 60] }],
  ["4,200\u202f×\u202f1,350", "en", { value: [4200, 1350] }],
  ["1/0", "en", { value: "1/0" }],
  ["Two jaws, 2 blades", "en", { value: "Two jaws, 2 blades" }],
  ["", "en", { value: "" }],
])("reads %j in %s as numbers", (text, locale, expected) => {
  expect(valueOf(text, locale)).toEqual({ value: undefined, minValue: undefined, maxValue: undefined, ...expected });
});

test("names a unit by its code and its symbol", () => {
  const property = propertyValue({ name: "Cross-section", value: "6", unit: "mm²" }, "en");
  expect(property).toEqual({
    "@type": "PropertyValue",
    name: "Cross-section",
    value: 6,
    unitCode: "MMK",
    unitText: "mm²",
  });
  expect(propertyValue({ name: "Output", value: "6", unit: "pcs/h" }, "en")).toMatchObject({ unitText: "pcs/h" });
});
