// Rules: CONST-4.

import { render, screen } from "@testing-library/react";
import { FormattedDate, FormattedMessage, FormattedNumber } from "react-intl";
import { texts } from "../../test/texts";
import { type Messages, Texts } from "./Texts";

test.each([
  // German numbers are formatted as in Switzerland, in every German locale (CONST-4).
  ["de", "−1’234’567.5"],
  ["de-DE", "−1’234’567.5"],
  ["de-CH", "−1’234’567.5"],
  ["en", "−1,234,567.5"],
  ["fr", "−1\u202f234\u202f567,5"],
  ["cs", "−1\u202f234\u202f567,5"],
  ["es", "−1.234.567,5"],
  ["qq-QQ", "−1,234,567.5"],
  ["no locale at all", "−1,234,567.5"],
])("formats numbers for %s as %s", (locale, figure) => {
  render(
    <Texts locale={locale} messages={texts}>
      <p>
        <FormattedNumber value={-1234567.5} />
      </p>
    </Texts>,
  );
  expect(screen.getByText(/1.234.567/).textContent).toBe(figure);
});

test("formats numbers in texts in the same way", () => {
  render(
    <Texts locale="de" messages={texts}>
      <FormattedMessage id="listing.count" values={{ count: 1200 }} />
    </Texts>,
  );
  expect(screen.getByText("1’200 results")).toBeInTheDocument();
});

test.each([
  ["de-CH", "20. November 2026"],
  ["en", "20 November 2026"],
  ["en-US", "November 20, 2026"],
])("formats dates for %s as %s", (locale, date) => {
  render(
    <Texts locale={locale} messages={texts}>
      <FormattedDate value="2026-11-20T12:00:00Z" dateStyle="long" timeZone="UTC" />
    </Texts>,
  );
  expect(screen.getByText(date)).toBeInTheDocument();
});

test("logs a missing text and shows its id", () => {
  const logged = jest.spyOn(console, "error").mockImplementation(() => {});
  render(
    <Texts locale="en" messages={{} as Messages}>
      <FormattedMessage id="common.close" />
    </Texts>,
  );
  expect(screen.getByText("common.close")).toBeInTheDocument();
  expect(logged).toHaveBeenCalledWith(expect.stringContaining("common.close"));
  logged.mockRestore();
});
