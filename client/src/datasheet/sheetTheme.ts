import type { ThemeName } from "~/theme/themes";

/** What distinguishes the data sheets of the themes. They are printed on white paper in all themes. */
export interface SheetTheme {
  /** A family of `sheetFonts.ts`. */
  font: string;
  /** The color of surfaces and lines. */
  accent: string;
  /** The color of texts. */
  accentText: string;
}

export const sheetThemes: Readonly<Record<ThemeName, SheetTheme>> = {
  Default: { font: "Archivo", accent: "#b4581f", accentText: "#a34d18" },
  Copper: { font: "Archivo", accent: "#b4581f", accentText: "#a34d18" },
  Wustec: { font: "IBM Plex Sans", accent: "#19733f", accentText: "#176a3a" },
  LightBlue: { font: "Archivo", accent: "#0067a3", accentText: "#005a91" },
  Iqc: { font: "Instrument Sans", accent: "#5a35c8", accentText: "#5431bd" },
  Adaptronic: { font: "Geist", accent: "#006b7d", accentText: "#006272" },
  Cirris: { font: "Figtree", accent: "#1f51d8", accentText: "#1b48c2" },
  Diit: { font: "Geist", accent: "#4f7d1a", accentText: "#42690f" },
  Hosver: { font: "Saira", accent: "#ffcb05", accentText: "#735a00" },
  Komax: { font: "Archivo", accent: "#0a4ea2", accentText: "#0a4ea2" },
  Schleuniger: { font: "Hanken Grotesk", accent: "#cc0e1b", accentText: "#c00c18" },
};

/** The colors that all themes share. */
export const paper = { text: "#16181b", muted: "#5b5f66", line: "#d9d9d9", strongLine: "#8b8b8b", surface: "#f6f6f5" };
