// Rules: LOC-4.

import { ApolloLink } from "@apollo/client";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { of } from "rxjs";
import { locale } from "../../../test/frame";
import { renderWithGraph } from "../../../test/graph";
import { CountrySelector } from "./CountrySelector";

const country = {
  __typename: "Country",
  countryCode: "CH",
  displayName: "Switzerland",
  languages: ["de", "en"],
  defaultLanguage: "de",
};
const link = new ApolloLink(() =>
  of({
    data: { resolve: { __typename: "PageResolution", site: { __typename: "Site", id: "main", countries: [country] } } },
  }),
);

/** Returns where the browser submits the form to: the URL, and the form fields. */
function sent() {
  const submitted: { to: string; fields: object }[] = [];
  const keep = (event: SubmitEvent) => {
    event.preventDefault(); // jsdom cannot load documents
    const form = event.target as HTMLFormElement;
    submitted.push({ to: form.action, fields: Object.fromEntries(new FormData(form)) });
  };
  window.addEventListener("submit", keep, { once: true });
  return submitted;
}

test.each([
  ["/en/about?a=1#history", "http://localhost/api/locale#history"],
  ["/en/about?a=1", "http://localhost/api/locale"],
])("keeps the hash of %s when the country form is submitted", async (url, to) => {
  renderWithGraph(<CountrySelector locale={locale} path="/en/about?a=1" />, (client) => client.setLink(link), {
    url,
  });
  const submitted = sent();
  await userEvent.selectOptions(await screen.findByRole("combobox"), "Switzerland");
  await userEvent.click(screen.getByRole("button", { name: "Apply" }));
  expect(submitted).toEqual([{ to, fields: { locale: "en-CH", url: "/en/about?a=1" } }]);
});
