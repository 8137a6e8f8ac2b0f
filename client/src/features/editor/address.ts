import type { EditorAreaViewFragment } from "~/graph/generated/graphql";

/** What the address of the editor area chooses (`domain/editor/area.go`); an empty value is the default. */
export type AddressChanges = Partial<
  Record<"site" | "language" | "country" | "stage" | "audience" | "release" | "moment" | "page" | "width", string>
>;

/** Changes parameters of the editor area's query; the rest stays. */
export function withChanges(search: string | URLSearchParams, changes: AddressChanges): string {
  const query = new URLSearchParams(search);
  for (const [name, value] of Object.entries(changes)) {
    if (value) query.set(name, value);
    else query.delete(name);
  }
  // A page of one site has no counterpart on another.
  if (changes.site !== undefined && changes.page === undefined) query.delete("page");
  return `?${query.toString()}`;
}

/** The changes of the editor area's address that make it show what the frame shows now; nothing for another address. */
export function changesOf(framePath: string, area: EditorAreaViewFragment): AddressChanges | undefined {
  const path = area.page === "/" ? "" : area.page;
  const home = area.previewUrl.slice(0, area.previewUrl.length - path.length);
  // `/editor-preview/{context}/{locale}{home of the site}`
  const [, area1 = "", context = "", locale = "", ...site] = home.split("/");
  const prefix = `/${area1}/${context}/`;
  if (!framePath.startsWith(prefix)) return undefined;
  const [shown = "", ...rest] = framePath.slice(prefix.length).split("/");
  const isSite = site.every((segment, i) => rest[i] === segment);
  if (!isSite) return undefined;
  const page = rest.slice(site.length).map(decodeURIComponent).join("/");
  const [language = "", country = ""] = shown.split("-");
  return {
    page: page && `/${page}`,
    ...(shown !== locale && { language, country: country.toUpperCase() }),
  };
}

/** A moment as inputs of dates and times have it, in UTC: `2026-12-24T18:30`. */
export function momentInput(moment: string | null | undefined): string {
  return moment ? new Date(moment).toISOString().slice(0, 16) : "";
}
