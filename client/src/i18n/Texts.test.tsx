import { render, screen } from "@testing-library/react";
import { FormattedDate, FormattedMessage, FormattedNumber } from "react-intl";
import { texts } from "../../test/texts";
import { type Messages, Texts } from "./Texts";

test.each([
  // German figures are the Swiss ones, wherever German is spoken (CONST-4).
  ["de", "1'234'567.5"],
  ["de-DE", "1'234'567.5"],
  ["de-CH", "1'234'567.5"],
  ["en", "1,234,567.5"],
  ["fr", "1 234 567,5"],
  ["qq-QQ", "1,234,567.5"],
  ["no locale at all", "1,234,567.5"],
])("%s writes figures as %s", (locale, figure) => {
  render(
    <Texts locale={locale} messages={texts}>
      <p>
        <FormattedNumber value={1234567.5} />
      </p>
    </Texts>,
  );
  // Which apostrophe and which narrow space it is depends on the release of CLDR.
  const text = screen.getByText(/1.234.567/).textContent ?? "";
  expect(text.replace(/[\u00a0\u202f]/g, " ").replace(/’/g, "'")).toBe(figure);
});

test("dates are those of the locale", () => {
  render(
    <Texts locale="de-CH" messages={texts}>
      <FormattedDate value="2026-11-20T12:00:00Z" dateStyle="long" timeZone="UTC" />
    </Texts>,
  );
  expect(screen.getByText("20. November 2026")).toBeInTheDocument();
});

test("a text that is missing is logged and shows its name", () => {
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
