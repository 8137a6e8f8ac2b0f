// Rules: LOC-19.

import { spell } from "./spelling";

test.each([
  ["de-CH", "Grösse: STRASSE"],
  ["de-li", "Grösse: STRASSE"],
  ["de-DE", "Größe: STRAẞE"],
  ["de-AT", "Größe: STRAẞE"],
  ["de", "Größe: STRAẞE"],
  ["fr-CH", "Größe: STRAẞE"],
])("spells texts for %s", (locale, spelled) => {
  const message = [{ type: 0, value: "Größe: STRAẞE" }];
  expect(spell(locale, { size: message })).toEqual({ size: [{ type: 0, value: spelled }] });
});
