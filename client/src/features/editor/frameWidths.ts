/** The widths of preview frames, in CSS pixels, by their name in the URL (`PreviewFrame.module.css` has them too). */
export const frameWidths = { phone: 390, tablet: 820, desktop: 1440, wide: 1920 } as const;

export type FrameWidth = keyof typeof frameWidths;

/** The names of the widths, from the narrowest to the widest. */
export const widthNames = Object.keys(frameWidths) as FrameWidth[];

/** The media query of windows in which the editor area has one column (`EditorArea.module.css` has it too). */
export const narrowWindow = "(max-width: 59.99rem)";
