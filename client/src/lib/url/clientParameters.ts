/** The selected variant of a product. */
export const variantParameter = "variant";

/** The width of the preview frame in the editor area. */
export const widthParameter = "width";

/** Whether the editor area compares draft and published: the value is `compare`. */
export const viewParameter = "view";

/** Query parameters that only the browser reads: a screen's data does not depend on them. */
export const clientParameters = [variantParameter, widthParameter, viewParameter];
