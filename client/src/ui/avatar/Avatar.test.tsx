import { initials } from "./Avatar";

test.each([
  ["Marit Aebischer", "MA"],
  ["noor van der Verhagen", "NV"],
  ["Édith", "É"],
  ["", ""],
])("shows the initials of %p", (name, letters) => {
  expect(initials(name)).toBe(letters);
});
