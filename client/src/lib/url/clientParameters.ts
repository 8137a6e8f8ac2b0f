/** The selected variant of a product. */
export const variantParameter = "variant";

/** The width of the preview frame in the editor area. */
export const widthParameter = "width";

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
export const clientParameters = [variantParameter, widthParameter, moduleParameter, ...Object.values(reportParameters)];
