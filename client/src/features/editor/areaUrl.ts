import type { EditorAreaViewFragment, Stage } from "~/graph/generated/graphql";
import {
  moduleParameter,
  type reportParameters,
  type viewParameter,
  type worklistParameters,
} from "~/lib/url/clientParameters";

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
    | typeof viewParameter
    | typeof moduleParameter
    | (typeof reportParameters)[keyof typeof reportParameters]
    | (typeof worklistParameters)[keyof typeof worklistParameters],
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
export function urlChangesOf(
  framePath: string,
  area: Pick<EditorAreaViewFragment, "page" | "previewUrl">,
): UrlChanges | undefined {
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

/** The path of the same preview in another stage (`domain/editor/preview.go`). */
export function previewUrlIn(stage: Stage, previewUrl: string): string {
  const [site = "", , ...rest] = previewUrl.split("~");
  return [site, stage.toLowerCase(), ...rest].join("~");
}

/**
 * Formats a moment as the value of a date and time input, in the browser's time zone or in UTC: `2026-12-24T18:30`.
 */
export function momentInput(moment: string | null | undefined, isLocal: boolean): string {
  if (!moment) return "";
  const date = new Date(moment);
  return inputFormat(isLocal ? new Date(date.getTime() - date.getTimezoneOffset() * 60_000) : date);
}

/** The URL's parameter, in UTC, for an input in the browser's time zone; empty for an incomplete input. */
export function momentParameter(input: string): string {
  const date = new Date(input);
  return Number.isNaN(date.getTime()) ? "" : inputFormat(date);
}

const inputFormat = (date: Date) => date.toISOString().slice(0, 16);
