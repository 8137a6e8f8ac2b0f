/** The eleven themes (CONST-6); each is a file of `themes/` and a value of `data-theme`. */
export const themes = [
  "Default",
  "Copper",
  "Wustec",
  "LightBlue",
  "Iqc",
  "Adaptronic",
  "Cirris",
  "Diit",
  "Hosver",
  "Komax",
  "Schleuniger",
] as const;

export type ThemeName = (typeof themes)[number];
