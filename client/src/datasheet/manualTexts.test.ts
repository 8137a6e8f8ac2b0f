// Rules: CAT-49.

import type { ManualFigures } from "./manualFigures";
import { manualOf } from "./manualTexts";

const figures: ManualFigures = {
  weight: "95 kg",
  noise: "68 dB(A)",
  supply: "230 V AC, 50 Hz",
  power: "2 kW",
  pressure: "5 bar",
  air: "20 l/min",
  temperature: "10 to 30 °C",
  rangeName: "Cross-section",
  range: "0.1 to 6 mm²",
  laser: "532 nm",
};

function textsOf(language: string, change: Partial<ManualFigures> = {}) {
  const { chapters } = manualOf(language, { name: "Alpha", series: "Presses", figures: { ...figures, ...change } });
  return chapters
    .flatMap((chapter) => chapter.sections)
    .flatMap((s) => [
      s.title,
      s.warning ?? "",
      ...s.paragraphs,
      ...s.steps,
      ...(s.table?.rows.flatMap((row) => [row.term, row.text]) ?? []),
    ]);
}

test.each(["en", "de"])("has the figures of the machine in its texts in %s", (language) => {
  const text = textsOf(language).join("\n");
  for (const [name, value] of Object.entries(figures)) if (name !== "laser") expect(text).toContain(value);
  expect(text).not.toMatch(/[{}[\]]/);
});

test.each([
  ["pressure", "Compressed air"],
  ["laser", "Laser radiation"],
  ["noise", "Noise"],
  ["weight", "A falling machine can kill. Nobody stands below or beside a raised load."],
  ["pressure", "message of low pressure"],
  ["pressure", "Close the shut-off valve of the compressed air."],
])("leaves out what needs the missing figure %s: %s", (figure, text) => {
  expect(textsOf("en")).toContain(text);
  expect(textsOf("en", { [figure]: "" })).not.toContain(text);
});

test("leaves out a part of a sentence, and a section that has neither of its figures", () => {
  expect(textsOf("en")).toContain("The machine is supplied with 230 V AC, 50 Hz and takes up to 2 kW.");
  expect(textsOf("en", { power: "" })).toContain("The machine is supplied with 230 V AC, 50 Hz.");
  expect(textsOf("en", { supply: "" })).toContain("Electricity");
  expect(textsOf("en", { supply: "", power: "" })).not.toContain("Electricity");
});

test("is in English in other languages than German, with the same chapters", () => {
  expect(textsOf("fr")).toEqual(textsOf("en"));
  expect(textsOf("de")).toHaveLength(textsOf("en").length);
});
