import type { ProvenanceTable } from "~/lib/preview/provenance";

/** Why a file was refused. */
export type RefusalReason = "type" | "size" | "empty" | "many";

/** The answer of the operation Site: what all pages of a site in a locale share. */
export interface SiteData {
  siteAt: object;
}

/** The data of one address, which the server embeds in a document and serves at `{path}/_payload.json`. */
export interface ScreenData {
  /** The name of the screen for the address, such as `ContentScreen`; empty for an address of no site. */
  screen: string;
  /** The absolute address. */
  url: string;
  /** The result of the screen's operation; null if it is unavailable. */
  data: unknown;
  /** The result of the operation of the site; undefined for an address of no site, and if `siteUrl` replaces it. */
  site?: SiteData | undefined;
  /** The path of the site's data. */
  siteUrl?: string | undefined;
  /** The address, or its main content, is unavailable. */
  outage?: Outage | undefined;
  /** The result of a form that was submitted without JavaScript. */
  form?: ReturnedForm | undefined;
  /** A part of the data is unavailable. */
  partial?: boolean | undefined;
  /** The data must not be cached by the browser: previews and the editor area. */
  private?: boolean | undefined;
  /** The provenance of the values; undefined if it was not requested. */
  provenance?: ProvenanceTable | undefined;
}

export interface Outage {
  /** The trace id of the failure in the log. */
  traceId?: string | undefined;
}

/** The result of a form that was submitted without JavaScript (`edge/render`, Form). */
export interface ReturnedForm {
  /** The id of the form's module. */
  id: string;
  /** The submitted values. */
  values?: Readonly<Record<string, string>>;
  /** Files that were uploaded and need not be sent again. */
  files?: readonly { id: string; name: string }[];
  refused?: readonly { name: string; reason: RefusalReason }[];
  /** The names of invalid fields. */
  invalid?: readonly string[];
  failure?: "failed" | "limited" | "closed";
  /** Undefined if the form was refused. */
  sent?: SentForm;
}

/** An accepted form. */
export interface SentForm {
  /** The reference number of the submission. */
  reference: string;
  /** The file to download after the submission. */
  file: { url: string; extension: string; size: number | null } | null;
}
