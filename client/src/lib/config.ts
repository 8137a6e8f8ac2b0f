/** What the server tells the browser with every document. */
export interface Config {
  /** The build that is served; nothing outside of one. */
  release?: string;
  /** The site that the document is of; nothing where it is not known. */
  siteName?: string;
  /** The home of that site, in the language of the document. */
  homeUrl?: string;
  /** What comes with the next release is shown (CLI-5). */
  nextRelease?: boolean;
  /** The path below which a preview is served; missing in every other document. */
  base?: string;
  /** The origins of the CMS's editor, which may show this preview in a frame; missing where none may. */
  studioOrigins?: readonly string[];
  /** The identity server, what this app is called there, and what it asks for. */
  issuer?: string;
  clientId?: string;
  scope?: string;
}

/** Reads what stands in the document; nothing where it is missing. */
export function readConfig(): Config {
  const text = document.getElementById("strand-config")?.textContent;
  return text ? (JSON.parse(text) as Config) : {};
}
