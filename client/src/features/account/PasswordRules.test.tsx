// Rules: ACC-15.

import { screen } from "@testing-library/react";
import { renderUi } from "../../../test/renderUi";
import { meets, type PasswordRule, PasswordRules } from "./PasswordRules";

const rule = (code: PasswordRule["code"], count = 0, text = ""): PasswordRule => ({
  __typename: "PolicyFailure",
  code,
  count,
  text,
});

test.each([
  ["MIN_LENGTH", 3, "ab", false],
  ["MIN_LENGTH", 3, "ab😀", true],
  ["MIN_LENGTH", 3, "😀😀", false],
  ["MAX_LENGTH", 2, "😀😀", true],
  ["MAX_LENGTH", 2, "abc", false],
  ["AT_LEAST_X_CAPITAL_LETTERS", 1, "éß1", false],
  ["AT_LEAST_X_CAPITAL_LETTERS", 2, "ÉaЖ", true],
  ["AT_LEAST_X_NUMBERS", 1, "½Ⅷ²", false],
  ["AT_LEAST_X_NUMBERS", 2, "1٣", true],
  ["UNIQUE", 0, "Anything", undefined],
] as const)("checks %s %d for %s as the server does: %p", (code, count, password, expected) => {
  expect(meets(rule(code, count), password)).toBe(expected);
});

test("lists the rules with a tick for those that the typed password meets", () => {
  const rules = [
    rule("MIN_LENGTH", 12),
    rule("AT_LEAST_X_NUMBERS", 1),
    rule("UNKNOWN_POLICY", 0, "COMMON_PASSWORD"),
    rule("MATCH_REGEXP"),
  ];
  renderUi(<PasswordRules rules={rules} password="Abc1" />);
  expect(screen.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
    "Number of characters: at least 12.",
    "Met: The password needs at least one digit.",
    "It must not be one of the most common passwords.",
  ]);
});
