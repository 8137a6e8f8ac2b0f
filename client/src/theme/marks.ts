import type { ThemeName } from "./themes";

/**
 * The marks of the brand sites: paths of a single colour in a box of 32 units. `marks/<Theme>.svg` are the same as
 * files. A theme without a mark of its own has the mark of the group (PAGE-36).
 */
const marks: Partial<Record<ThemeName, string>> & { Default: string } = {
  // Three strands of a conductor.
  Default: "M2 27 12 5h6L8 27z M11 27 21 5h6L17 27z M20 27 26.8 12H31v3L25.6 27z",
  // Two jaws around a wire.
  Komax: "M3 3h26v11h-6.2a7 7 0 0 0-13.6 0H3z M3 29h26V18h-6.2a7 7 0 0 1-13.6 0H3z M16 12a4 4 0 1 0 0 8 4 4 0 0 0 0-8z",
  // A cable, stripped layer by layer.
  Schleuniger: "M2 5h11v22H2z M15 9.5h7v13h-7z M24 13.5h6v5h-6z",
  // A drum and its wire.
  Wustec: "M14 5h16v4.5h-6.6A12 12 0 1 1 14 5z M14 12.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9z",
  // A test signal.
  Adaptronic: "M2 21h5V5h18v16h5v5H20V10h-8v16H2z",
  // A circuit and the contact that closes it.
  Cirris:
    "M24.2 25.2a13 13 0 1 1 0-18.4l-3.6 3.6a8 8 0 1 0 0 11.2z M26.4 12.4a3.6 3.6 0 1 0 0 7.2 3.6 3.6 0 0 0 0-7.2z",
  // Orders of a plan.
  Diit: "M2 4h15v6.5H2z M8 12.75h16v6.5H8z M15 21.5h15V28H15z",
  // A ram above its anvil.
  Hosver: "M7 3h18v10h-4.5L16 20l-4.5-7H7z M3 23h26v6H3z",
  // A viewfinder around a marked point.
  Iqc: "M3 3h10v4.5H7.5V13H3z M29 3v10h-4.5V7.5H19V3z M3 29V19h4.5v5.5H13V29z M29 29H19v-4.5h5.5V19H29z M12 12h8v8h-8z",
};

/** The path of the mark of a site with this theme. */
export function markOf(theme: ThemeName): string {
  return marks[theme] ?? marks.Default;
}
