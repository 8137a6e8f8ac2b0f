/** The variant of a product that is shown. */
export const variantParameter = "variant";

/** The items of a comparison that was shared: `alpha-530:alpha-530-s,alpha-550`. */
export const comparisonParameter = "compare";

/** The width of the frame in the editor area. */
export const widthParameter = "width";

/** Query parameters that only the browser reads: they change nothing in a screen's data. */
export const clientParameters = [variantParameter, comparisonParameter, widthParameter];
