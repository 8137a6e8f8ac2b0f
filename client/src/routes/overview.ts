import type { BreadcrumbEntry } from "~/ui/breadcrumb/Breadcrumb";

export interface Overview {
  title: string;
  breadcrumb: readonly BreadcrumbEntry[];
}

/**
 * The title and breadcrumb of an area's overview. If the site's navigation does not contain the area, the overview is
 * named after the area and is below the home page.
 */
export function overviewOf(
  area: string,
  page: { title: string } | null | undefined,
  breadcrumb: readonly BreadcrumbEntry[],
): Overview {
  const isNamed = breadcrumb.length > 1;
  const title = page?.title ?? (isNamed ? breadcrumb.at(-1)?.title : undefined) ?? area;
  return { title, breadcrumb: isNamed ? breadcrumb : [...breadcrumb, { title, url: null }] };
}
