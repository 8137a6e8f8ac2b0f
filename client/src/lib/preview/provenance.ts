/** The origin of a value (`domain/editor/provenance.go`). */
export interface Provenance {
  system: string;
  type?: string;
  record?: string;
  field: string;
  components?: readonly { fieldApiId: string; instanceId: string }[];
  locale?: string;
  foundLocale?: string;
  stage?: string;
  changedAt?: string;
  cachedSince?: string;
  freshUntil?: string;
  editUrl?: string;
}

/** Whether a field is edited at a URL; otherwise its `editUrl` is a line of a file. */
export const isWebUrl = (editUrl: string) => /^https?:/.test(editUrl);

/** The provenances of a page's values in compact form: most values share a source. */
export interface ProvenanceTable {
  /** Sources without their field. `editUrl` is the common prefix of the addresses of all their values. */
  sources: readonly Omit<Provenance, "field">[];
  /** The values of each object, by its path. */
  objects: readonly (readonly [path: string, values: readonly ValueEntry[]])[];
}

type ValueEntry = readonly [name: string, source: number, field: string, restOfEditUrl: string];
