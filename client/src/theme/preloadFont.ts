import { preload } from "react-dom";
import archivo from "@fontsource-variable/archivo/files/archivo-latin-wght-normal.woff2";
import figtree from "@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2";
import geist from "@fontsource-variable/geist/files/geist-latin-wght-normal.woff2";
import hankenGrotesk from "@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2";
import ibmPlexSans from "@fontsource-variable/ibm-plex-sans/files/ibm-plex-sans-latin-wght-normal.woff2";
import instrumentSans from "@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2";
import saira from "@fontsource-variable/saira/files/saira-latin-wght-normal.woff2";
import type { ThemeName } from "./themes";

/** The text font of each theme (`themes/<Theme>.css`, --font-text). */
const textFaces: Readonly<Record<ThemeName, string>> = {
  Default: archivo,
  Copper: archivo,
  Wustec: ibmPlexSans,
  LightBlue: archivo,
  Iqc: instrumentSans,
  Adaptronic: geist,
  Cirris: figtree,
  Diit: geist,
  Hosver: saira,
  Komax: archivo,
  Schleuniger: hankenGrotesk,
};

/** Preloads the text font of a theme: a font that loads late shifts the layout. */
export function preloadFont(theme: string) {
  const face = textFaces[theme as ThemeName];
  if (face) preload(face, { as: "font", type: "font/woff2", crossOrigin: "anonymous" });
}
