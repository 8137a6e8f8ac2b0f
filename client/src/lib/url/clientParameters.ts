/** The selected variant of a product. */
export const variantParameter = "variant";

/** The width of the preview frame in the editor area. */
export const widthParameter = "width";

/** The view of the editor area: `translations`, `compare` for draft and published, or the preview by default. */
export const viewParameter = "view";

/** The filters and the languages of the worklist of translations. */
export const worklistParameters = {
  state: "translationState",
  section: "translationSection",
  search: "translationSearch",
  languages: "translationLanguages",
} as const;

/** Query parameters that only the browser reads: a screen's data does not depend on them. */
export const clientParameters = [variantParameter, widthParameter, viewParameter, ...Object.values(worklistParameters)];
