import type { FormFieldDefinition } from "./definition";
import { inOrderOf } from "./values";

const field = (name: string, autocomplete: string) => ({ name, autocomplete }) as FormFieldDefinition;

const person = [field("firstName", "given-name"), field("lastName", "family-name"), field("company", "organization")];
const address = [
  field("address", "shipping address-line1"),
  field("zipCode", "shipping postal-code"),
  field("city", "shipping address-level2"),
  field("state", "shipping address-level1"),
  field("country", "shipping country"),
  field("isOther", ""),
];

it.each([
  ["en", person, "firstName lastName company"],
  ["hu", person, "lastName firstName company"],
  ["ja", person, "lastName firstName company"],
  ["hu", address, "address zipCode city state country isOther"],
  ["ja", address, "country zipCode state city address isOther"],
  ["zh", address, "country state city address zipCode isOther"],
])("orders the fields of a group as in %s", (language, fields, expected) => {
  expect(
    inOrderOf(language, fields)
      .map(({ name }) => name)
      .join(" "),
  ).toBe(expected);
});
