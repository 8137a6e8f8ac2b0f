import type { ScreenData, SiteData } from "./screenData";

/** The loaded site data by path. The path contains a version: other content has another path. */
const loaded = new Map<string, Promise<SiteData>>();

async function fetchSite(url: string): Promise<SiteData> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`The site data at ${url} was answered with status ${response.status}.`);
  return (await response.json()) as SiteData;
}

/**
 * Completes the data of a screen with that of its site, which has a file of its own: a browser loads it once per visit.
 * Before hydration there is no Apollo Client: it is a file of the document.
 */
export async function withSiteData(data: ScreenData): Promise<ScreenData> {
  const { site, siteUrl } = data;
  if (site || !siteUrl) return data;
  const pending = loaded.get(siteUrl) ?? fetchSite(siteUrl);
  loaded.set(siteUrl, pending);
  pending.catch(() => loaded.delete(siteUrl));
  return { ...data, site: await pending };
}
