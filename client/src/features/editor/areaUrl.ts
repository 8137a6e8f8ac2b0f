import type { EditorAreaViewFragment } from "~/graph/generated/graphql";
import { moduleParameter, type reportParameters } from "~/lib/url/clientParameters";

/** The parameters of the editor area's URL (`domain/editor/selection.go`); an empty value means the default. */
export type UrlChanges = Partial<
  Record<
    | "site"
    | "language"
    | "country"
    | "stage"
    | "audience"
    | "release"
    | "moment"
    | "page"
    | "width"
    | typeof moduleParameter
    | (typeof reportParameters)[keyof typeof reportParameters],
    string
  >
>;

/** Changes parameters of the editor area's query and keeps the others. */
export function withChanges(search: string | URLSearchParams, changes: UrlChanges): string {
  const query = new URLSearchParams(search);
  for (const [name, value] of Object.entries(changes)) {
    if (value) query.set(name, value);
    else query.delete(name);
  }
  // A page of one site does not exist on another.
  if (changes.site !== undefined && changes.page === undefined) query.delete("page");
  // A module is one of its page.
  if ((changes.page !== undefined || changes.site !== undefined) && changes[moduleParameter] === undefined)
    query.delete(moduleParameter);
  return `?${query.toString()}`;
}

/**
 * Returns the changes after which the editor area's URL selects what the frame shows; undefined for a URL
 * outside the preview.
 */
export function urlChangesOf(framePath: string, area: EditorAreaViewFragment): UrlChanges | undefined {
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

/** Formats a moment as the value of a date and time input, in UTC: `2026-12-24T18:30`. */
export function momentInput(moment: string | null | undefined): string {
  return moment ? new Date(moment).toISOString().slice(0, 16) : "";
}
