import type { Screen } from "~/graph/generated/graphql";
import type { BreadcrumbEntry } from "~/ui/breadcrumb/Breadcrumb";

export interface Overview {
  title: string;
  breadcrumb: readonly BreadcrumbEntry[];
}

/**
 * The title and breadcrumb of an area's overview. If the area has no page, the last entry of the graph has a screen,
 * and the translated name of the area is its title.
 */
export function overviewOf(
  area: string,
  page: { title: string } | null | undefined,
  breadcrumb: readonly (BreadcrumbEntry & { screen?: Screen | null })[],
): Overview {
  const translated = breadcrumb.map((entry) => (entry.screen ? { title: area, url: null } : entry));
  return { title: page?.title ?? translated.at(-1)?.title ?? area, breadcrumb: translated };
}
