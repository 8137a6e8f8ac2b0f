/** The configuration that the server embeds in every document. */
export interface Config {
  /** The id of the served build; undefined in development. */
  release?: string;
  /** The scripts of the page, each after those that it imports; undefined in development. */
  scripts?: readonly string[];
  /** The path of the site's data; undefined if the document contains it. */
  siteUrl?: string;
  /** The name of the document's site; undefined if it is unknown. */
  siteName?: string;
  /** The site's home page in the language of the document. */
  homeUrl?: string;
  /** Content and features of the next release are shown (CLI-5). */
  nextRelease?: boolean;
  /** The base path of a preview; undefined in every other document. */
  base?: string;
  /** The origins of the CMS's editor that may show this preview in a frame; undefined if none may. */
  studioOrigins?: readonly string[];
  /** The identity server, the client id of this app, and the requested scopes. */
  issuer?: string;
  clientId?: string;
  scope?: string;
  /** The claim with the roles of a user, or the path to it; `roles` if undefined. */
  rolesClaim?: string;
  /** The roles that names of the identity server stand for. */
  roleNames?: Readonly<Record<string, string>>;
}

/** Reads the configuration of the document; empty if there is none, and on the server. */
export function readConfig(): Config {
  if (typeof document === "undefined") return {};
  const text = document.getElementById("strand-config")?.textContent;
  return text ? (JSON.parse(text) as Config) : {};
}
