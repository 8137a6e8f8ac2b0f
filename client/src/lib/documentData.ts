import type { ScreenData } from "./screenData";

interface Country {
  countryCode: string;
  displayName: string;
}

/** The data of a page that may contain forms. */
interface PageWithModules {
  resolve: { page?: { modules?: readonly { __typename: string; countries?: readonly Country[] }[] } | null };
}

/**
 * Adds the countries of the forms' selects to the data of a document: the server omits them from the data where the
 * markup contains them (`edge/pages/sitedata.go`).
 */
export function withCountries(screen: ScreenData, markup: ParentNode): ScreenData {
  const options = markup.querySelectorAll<HTMLOptionElement>("select[data-countries] option");
  const page = (screen.data as PageWithModules | null)?.resolve.page;
  if (options.length === 0 || !page?.modules) return screen;
  const countryNames = new Map<string, string>();
  // The first option is the placeholder without a value.
  for (const { value, textContent } of options) if (value) countryNames.set(value, textContent);
  const countries = [...countryNames].map(([countryCode, displayName]) => ({ countryCode, displayName }));
  const modules = page.modules.map((m) => (m.__typename === "FormModule" && !m.countries ? { ...m, countries } : m));
  return { ...screen, data: { resolve: { ...(screen.data as PageWithModules).resolve, page: { ...page, modules } } } };
}
