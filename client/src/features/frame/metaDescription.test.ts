// Rules: PAGE-38.

import { metaDescription } from "./metaDescription";

const sentence = "A machine cuts, strips and crimps wires of 0.13 to 6 mm² at both ends";

test("keeps a description of the right length", () => {
  const text = `${sentence}, and measures the force of each crimp as it closes the terminal.`;
  expect(metaDescription([text, "More."])).toBe(text);
});

test("extends a short description by further texts, each once", () => {
  expect(
    metaDescription(["Where to meet us", null, "Where to meet us", `${sentence}.`, `It weighs a tonne. ${sentence}.`]),
  ).toMatch(/^Where to meet us\. A machine cuts.* ends\. It weighs a tonne\. A machine/);
  expect(metaDescription(["会社概要", "工場は五か国にあります。", "機械を作ります。"])).toBe(
    "会社概要。工場は五か国にあります。機械を作ります。",
  );
});

test("cuts a long description behind a sentence, or else a word", () => {
  const first = `${sentence}, and measures the force of each crimp as it closes.`;
  expect(metaDescription([`${first} ${sentence}.`])).toBe(first);
  const words = metaDescription([`${sentence} and ${sentence} and ${sentence}`]) ?? "";
  expect(words).toMatch(/ \w+…$/);
  expect(words.length).toBeGreaterThan(110);
  expect(words.length).toBeLessThanOrEqual(160);
  expect(`${sentence} and ${sentence} and ${sentence} `).toContain(`${words.slice(0, -1)} `);
});

test("counts East Asian characters twice", () => {
  const cutText = metaDescription(["電線を切断し端子を圧着する機械".repeat(20)]) ?? "";
  expect(Array.from(cutText)).toHaveLength(80);
});

test("has no description without a text", () => {
  expect(metaDescription([null, " ", undefined])).toBeUndefined();
});
