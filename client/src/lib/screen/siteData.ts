import type { ScreenData, SiteData } from "./screenData";

/** The loaded site data by path. The path contains a version: other content has another path. */
const loaded = new Map<string, Promise<SiteData>>();

async function fetchSite(url: string): Promise<SiteData> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`The site data at ${url} was answered with status ${response.status}.`);
  return (await response.json()) as SiteData;
}

/** Returns the data of the site of a screen; undefined for a screen without a site. */
export async function loadSiteData({ site, siteUrl }: ScreenData): Promise<SiteData | undefined> {
  if (site || !siteUrl) return site;
  const pending = loaded.get(siteUrl) ?? fetchSite(siteUrl);
  loaded.set(siteUrl, pending);
  pending.catch(() => loaded.delete(siteUrl));
  return pending;
}
