import type { ProvenanceTable } from "~/preview/provenance";

/** Why a file is not accepted. */
export type RefusalReason = "type" | "size" | "empty" | "many";

/** The data of one address, as the server embeds it in a document and sends it at `{path}/_payload.json`. */
export interface ScreenData {
  /** The name of the screen that shows the address, `ContentScreen`; empty for an address of no site. */
  screen: string;
  /** The absolute address. */
  url: string;
  /** The answer of the screen's operation; null where it could not be read. */
  data: unknown;
  /** Where the site is that the data leaves out; missing where the data has it. */
  siteUrl?: string | undefined;
  /** The address, or its main content, could not be read. */
  outage?: Outage | undefined;
  /** What became of a form that was sent without scripts. */
  form?: ReturnedForm | undefined;
  /** A part of the data could not be read. */
  partial?: boolean | undefined;
  /** The data is in no cache of the browser: that of previews and the editor area. */
  private?: boolean | undefined;
  /** Where the values of the data come from; missing where that was not asked for. */
  provenance?: ProvenanceTable | undefined;
}

export interface Outage {
  /** Names the failure in the log. */
  traceId?: string | undefined;
}

/** What became of a form that was sent without scripts (`edge/render`, Form). */
export interface ReturnedForm {
  /** The form's module. */
  id: string;
  /** What was filled in. */
  values?: Readonly<Record<string, string>>;
  /** They have come and need not be sent again. */
  files?: readonly { id: string; name: string }[];
  refused?: readonly { name: string; reason: RefusalReason }[];
  /** The names of the fields that do not fit. */
  wrong?: readonly string[];
  failure?: "failed" | "limited";
  /** Missing where the form was not taken. */
  sent?: SentForm;
}

/** A form that was taken. */
export interface SentForm {
  /** What to name it by. */
  reference: string;
  /** What is handed out for it. */
  file: { url: string; extension: string; size: number | null } | null;
}
