import type { ScreenData } from "./screenData";

/** The loaded site data by address: the navigation, which all pages of a site share. */
const sites = new Map<string, Promise<unknown>>();

async function fetchSite(url: string): Promise<unknown> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`The site data at ${url} was answered with status ${response.status}.`);
  return response.json();
}

function loadSite(url: string): Promise<unknown> {
  const cached = sites.get(url);
  if (cached) return cached;
  const site = fetchSite(url);
  sites.set(url, site);
  site.catch(() => sites.delete(url));
  return site;
}

/** Adds the site data to the data of a screen, from which the server omits it. */
export async function withSite(screen: ScreenData): Promise<ScreenData> {
  if (!screen.siteUrl) return screen;
  const site = await loadSite(screen.siteUrl);
  const { resolve } = screen.data as { resolve: object };
  return { ...screen, data: { resolve: { ...resolve, site } } };
}
