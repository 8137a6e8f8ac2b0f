import type { ScreenData } from "./screenData";

let shown: ScreenData | undefined;

/** Stores the data that the document was rendered from, for the cache of the Apollo Client, which is created later. */
export function setDocumentScreen(data: ScreenData) {
  shown = data;
}

/** The data that the document was rendered from; undefined if it must not be cached. */
export const documentScreen = () => shown;
