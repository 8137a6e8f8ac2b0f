// Rules: LOC-13.

import { screen } from "@testing-library/react";
import { locale, type site } from "../../../test/frame";
import { renderUi } from "../../../test/renderUi";
import { LocaleMenu } from "./LocaleMenu";

const language = (languageCode: string, nativeName: string) => ({
  languageCode,
  languageTag: languageCode,
  nativeName,
});
const languages: typeof site.languages = [
  language("en", "English"),
  language("de", "Deutsch"),
  language("ja", "日本語"),
];

const version = (code: string) => ({
  urlCode: code.toLowerCase(),
  url: `/${code.toLowerCase()}/about`,
  locale: { code, languageTag: code, isInternational: !code.includes("-") },
});
const versions = ["en", "en-CH", "de", "de-CH", "ja"].map(version);

const links = () => screen.getAllByRole("link", { hidden: true }).map((link) => link.getAttribute("href"));

test("lists the languages of the current country", () => {
  const swiss = { ...locale, code: "en-CH", urlCode: "en-ch", isInternational: false };
  renderUi(<LocaleMenu languages={languages} locale={swiss} versions={versions} />);
  expect(links()).toEqual(["/en-ch/about", "/de-ch/about"]);
  expect(screen.getByRole("link", { name: "English", hidden: true })).toHaveAttribute("aria-current", "true");
});

test("lists the languages of the site in a locale without a country", () => {
  renderUi(<LocaleMenu languages={languages} locale={locale} versions={versions} />);
  expect(links()).toEqual(["/en/about", "/de/about", "/ja/about"]);
});

test("marks the languages that the page is not written in", () => {
  const alternates = [{ hreflang: "en" }, { hreflang: "de-CH" }, { hreflang: "x-default" }];
  renderUi(<LocaleMenu languages={languages} locale={locale} versions={versions} alternates={alternates} />);
  const names = screen.getAllByRole("link", { hidden: true }).map((link) => link.textContent);
  expect(names).toEqual(["English", "Deutsch", "日本語 (not translated)"]);
});

test("marks no language of a page without known versions", () => {
  renderUi(<LocaleMenu languages={languages} locale={locale} versions={versions} alternates={[]} />);
  expect(screen.getByRole("link", { name: "日本語", hidden: true })).toBeInTheDocument();
});
