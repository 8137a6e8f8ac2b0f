import { PageContent } from "~/features/page/PageContent";
import { PageTitle } from "~/features/page/PageTitle";
import type { PageContentFragment } from "~/graph/generated/graphql";

/**
 * The first section of an overview without its own content page: the editors' content if there is any, otherwise the
 * title.
 */
export function OverviewIntro({ page, title }: { page: PageContentFragment | null | undefined; title: string }) {
  return page && page.modules.length > 0 ? <PageContent page={page} /> : <PageTitle title={page?.title ?? title} />;
}
