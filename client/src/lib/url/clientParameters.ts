/** The selected variant of a product. */
export const variantParameter = "variant";

/** The width of the preview frame in the editor area. */
export const widthParameter = "width";

/** The view of the editor area: `translations`, `compare` for draft and published, or the preview by default. */
export const viewParameter = "editorView";

/** The filters and the languages of the worklist of translations. */
export const worklistParameters = {
  state: "translationState",
  section: "translationSection",
  search: "translationSearch",
  languages: "translationLanguages",
} as const;

/** The id of the module that the editor area marks in the preview. */
export const moduleParameter = "module";

/** The content report of the editor area: whether it is open (`open`), and which findings it shows. */
export const reportParameters = {
  report: "report",
  severity: "reportSeverity",
  kind: "reportKind",
  search: "reportText",
} as const;

/** Query parameters that only the browser reads: a screen's data does not depend on them. */
export const clientParameters = [
  variantParameter,
  widthParameter,
  viewParameter,
  moduleParameter,
  ...Object.values(worklistParameters),
  ...Object.values(reportParameters),
];
