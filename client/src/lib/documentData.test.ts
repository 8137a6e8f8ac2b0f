import { withCountries } from "./documentData";
import type { ScreenData } from "./screenData";

const listed = `
  <select data-countries="">
    <option value="">Please choose</option>
    <option value="AX">Åland Islands</option>
    <option value="TT">Trinidad &amp; Tobago</option>
  </select>
  <select data-countries=""><option value="">Please choose</option><option value="AX">Åland Islands</option></select>`;

const screenWith = (page: object | null): ScreenData => ({
  screen: "ContentScreen",
  url: "http://localhost/en/contact",
  data: { resolve: { __typename: "PageResolution", page, theme: "Default" } },
});

function markup(html: string): HTMLElement {
  const root = document.createElement("div");
  root.innerHTML = html;
  return root;
}

const hero = { __typename: "HeroModule", id: "hero" };
const form = { __typename: "FormModule", id: "form" };
const countries = [
  { countryCode: "AX", displayName: "Åland Islands" },
  { countryCode: "TT", displayName: "Trinidad & Tobago" },
];

test("adds the countries that the markup lists to forms", () => {
  expect(withCountries(screenWith({ id: "p", modules: [hero, form] }), markup(listed))).toEqual(
    screenWith({ id: "p", modules: [hero, { ...form, countries }] }),
  );
});

test("keeps countries that came with the data", () => {
  const screen = screenWith({ id: "p", modules: [{ ...form, countries: [] }] });
  expect(withCountries(screen, markup(listed))).toEqual(screen);
});

test.each([
  ["a document without markup", screenWith({ modules: [form] }), ""],
  ["a page without modules", screenWith(null), listed],
  ["unavailable data", { screen: "ContentScreen", url: "/", data: null }, listed],
])("does not change %s", (_, screen, html) => {
  expect(withCountries(screen, markup(html))).toBe(screen);
});
