import { splitWord } from "./lineBreaks";

test("breaks Japanese between characters, but not before a full stop or after a bracket", () => {
  expect(splitWord("電線を（切断）する。")).toEqual(
    ["電", "線", "を", "（切", "断）", "す", "る。"].flatMap((part, i) => (i === 0 ? [part] : ["", part])),
  );
});

test("keeps words and numbers of other scripts together", () => {
  expect(splitWord("Abisolierlänge")).toEqual(["Abisolierlänge"]);
  expect(splitWord("每小时1600端")).toEqual(["每", "", "小", "", "时", "", "1600", "", "端"]);
});

test("breaks after the slash or hyphen of a long word", () => {
  expect(splitWord("Schneid-/Abisoliermaschine")).toEqual(["Schneid-/", "", "Abisoliermaschine"]);
});
