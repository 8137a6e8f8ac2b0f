import { isPlainClick } from "./isPlainClick";

test.each([
  ["a click", {}, true],
  ["a click with Ctrl", { ctrlKey: true }, false],
  ["a click with Meta", { metaKey: true }, false],
  ["a click with Shift", { shiftKey: true }, false],
  ["a click with Alt, which saves the target", { altKey: true }, false],
  ["a click with the middle button", { button: 1 }, false],
])("%s", (_, init, isPlain) => {
  expect(isPlainClick(new MouseEvent("click", init))).toBe(isPlain);
});
