/** The selected variant of a product. */
export const variantParameter = "variant";

/** The items of a shared comparison: `alpha-530:alpha-530-s,alpha-550`. */
export const comparisonParameter = "compare";

/** The width of the preview frame in the editor area. */
export const widthParameter = "width";

/** Query parameters that only the browser reads: a screen's data does not depend on them. */
export const clientParameters = [variantParameter, comparisonParameter, widthParameter];
