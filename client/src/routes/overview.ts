import type { BreadcrumbEntry } from "~/ui/breadcrumb/Breadcrumb";

export interface Overview {
  title: string;
  breadcrumb: readonly BreadcrumbEntry[];
}

/**
 * What the overview of an area is called, and the way to it. A site whose navigation does not name the area has a way of
 * home alone: the overview is called what the area is, and comes after home.
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
