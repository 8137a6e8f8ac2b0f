import type { ContentFindingKind, ContentFindingSeverity } from "~/graph/generated/graphql";
import { reportParameters } from "~/lib/url/clientParameters";

/** The severities of findings, the worst first. */
export const severities = ["ERROR", "WARNING", "NOTE"] as const satisfies readonly ContentFindingSeverity[];

/** The findings that the content report shows; undefined for all. */
export interface ReportFilter {
  severity?: ContentFindingSeverity | undefined;
  kind?: ContentFindingKind | undefined;
  search?: string | undefined;
}

/** The maximum length of a text that findings are searched for. */
export const maxSearch = 60;

/** Reads the filter from the editor area's URL; a kind that the report has no findings of is not applied. */
export function reportFilterOf(query: URLSearchParams, kinds: readonly ContentFindingKind[]): ReportFilter {
  return {
    severity: severities.find((severity) => severity === query.get(reportParameters.severity)),
    kind: kinds.find((kind) => kind === query.get(reportParameters.kind)),
    search: query.get(reportParameters.search)?.trim().slice(0, maxSearch) || undefined,
  };
}
