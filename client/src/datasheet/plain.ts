/** Replaces narrow spaces, which most fonts do not have. */
export const plain = (text: string) => text.replace(/[\u2009\u202f]/g, "\u00a0");
